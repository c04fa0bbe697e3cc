// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** MarDRe and CloudRS, which read DNA. */
final class ReadWorkloads {
  private static final String PREFIX = "prefix";
  private static final String MISMATCHES = "mismatches";
  private static final String HOT = "hot";

  private ReadWorkloads() {}

  private static Dataset reads(Settings settings, long seed, String... options) {
    return Datasets.generated(
        "reads", "simulated reads", settings.bytes("size"), List.of(options), seed);
  }

  static Workload marDre() {
    return new ToolWorkload(
        "mardre",
        "MarDre",
        "removes duplicate and near-duplicate DNA reads",
        List.of(
            StandardWorkload.size("256m"),
            StandardWorkload.input("reads in FASTQ"),
            new Parameter(
                PREFIX, Parameter.Type.COUNT, "20", "first bases that are the same, from 1 to 27"),
            new Parameter(
                MISMATCHES, Parameter.Type.WHOLE, "3", "bases that may differ, from 0 to 1000"),
            new Parameter(
                HOT,
                Parameter.Type.WHOLE,
                "0",
                "percent of the generated reads that begin with the same 27 bases"))) {

      @Override
      void check(Settings settings, List<String> problems) {
        settings.checkCount(PREFIX, 1, 27, problems);
        settings.checkCount(MISMATCHES, 0, 1000, problems);
        settings.checkCount(HOT, 0, 100, problems);
      }

      @Override
      Dataset generated(Settings settings, long seed) {
        long percent = settings.count(HOT);
        return percent == 0
            ? reads(settings, seed)
            : reads(settings, seed, "--" + HOT, BigDecimal.valueOf(percent, 2).toString());
      }

      @Override
      Map<String, String> options(WorkloadRun run, Settings settings) {
        return Map.of(PREFIX, settings.text(PREFIX), MISMATCHES, settings.text(MISMATCHES));
      }
    };
  }

  static Workload cloudRs() {
    return new ToolWorkload(
        "cloudrs",
        "CloudRs",
        "corrects wrong bases in DNA reads, in up to thirteen jobs",
        List.of(StandardWorkload.size("16m"), StandardWorkload.input("reads in FASTQ"))) {

      /** Each base is written with those around it, and each read in many stacks. */
      @Override
      int[] outputAndSpill() {
        return new int[] {2, 24};
      }

      @Override
      Dataset generated(Settings settings, long seed) {
        return reads(settings, seed);
      }
    };
  }
}
