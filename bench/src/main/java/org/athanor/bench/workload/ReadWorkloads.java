// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** MarDRe and CloudRS, which read DNA. */
final class ReadWorkloads {
  private static final String PREFIX = "prefix";
  private static final String MISMATCHES = "mismatches";
  private static final String HOT = "hot";
  private static final String INSERT = "insert";
  private static final String CUTS = "cuts";

  /** The shortest piece that can be read from both ends: a generated read. */
  private static final int READ = 100;

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
                "percent of the generated reads that begin with the same 27 bases"),
            new Parameter(
                INSERT,
                Parameter.Type.WHOLE,
                "0",
                "for pairs of generated reads: bases from the start of one to that of the other,"
                    + " from 100 to 10000; 0 for single reads"),
            new Parameter(
                CUTS,
                Parameter.Type.WHOLE,
                "0",
                "how often the framework may divide groups of reads, as with"
                    + " athanor.skew.mode=free, up to 1000000"))) {

      @Override
      void check(Settings settings, List<String> problems) {
        settings.checkCount(PREFIX, 1, 27, problems);
        settings.checkCount(MISMATCHES, 0, 1000, problems);
        settings.checkCount(HOT, 0, 100, problems);
        settings.checkCount(CUTS, 0, 1_000_000, problems);
        if (settings.count(INSERT) != 0) {
          settings.checkCount(INSERT, READ, 10_000, problems);
          if (settings.usersData().isPresent()) {
            problems.add(
                "insert: cannot be used together with "
                    + settings.usersData().get()
                    + ", which is single reads");
          }
        }
      }

      @Override
      Dataset generated(Settings settings, long seed) {
        List<String> options = new ArrayList<>();
        long percent = settings.count(HOT);
        if (percent > 0) {
          options.addAll(List.of("--" + HOT, BigDecimal.valueOf(percent, 2).toString()));
        }
        if (isPaired(settings)) {
          options.addAll(List.of("--" + INSERT, settings.text(INSERT)));
        }
        return reads(settings, seed, options.toArray(String[]::new));
      }

      private boolean isPaired(Settings settings) {
        return settings.count(INSERT) > 0;
      }

      /** Mates are joined by a job before, whose output has the size of the input. */
      @Override
      int[] outputAndSpill(Settings settings) {
        return new int[] {isPaired(settings) ? 2 : 1, 2};
      }

      @Override
      Set<String> unlistedZeros() {
        return Set.of(INSERT, CUTS);
      }

      @Override
      Map<String, String> inputs(WorkloadRun run, Settings settings) {
        return isPaired(settings)
            ? new TreeMap<>(
                Map.of("input", run.input() + "/first", "paired", run.input() + "/second"))
            : super.inputs(run, settings);
      }

      @Override
      Map<String, String> options(WorkloadRun run, Settings settings) {
        Map<String, String> options = new TreeMap<>(programOptions(Api.MAPREDUCE, run, settings));
        if (isPaired(settings)) {
          options.put("mates", "2");
        }
        if (settings.count(CUTS) > 0) {
          options.put(CUTS, settings.text(CUTS));
        }
        return options;
      }

      @Override
      Map<String, String> programOptions(Api api, WorkloadRun run, Settings settings) {
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
      int[] outputAndSpill(Settings settings) {
        return new int[] {2, 24};
      }

      @Override
      Dataset generated(Settings settings, long seed) {
        return reads(settings, seed);
      }
    };
  }
}
