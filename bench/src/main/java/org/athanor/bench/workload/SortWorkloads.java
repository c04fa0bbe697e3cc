// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.List;

/** Sort and TeraSort. */
final class SortWorkloads {
  private SortWorkloads() {}

  static Workload sort() {
    return new StandardWorkload(
        "sort",
        "Sort",
        "sorts each hash partition of random words",
        List.of(
            StandardWorkload.size("1g"),
            StandardWorkload.input("sequence files of Text keys and Text values"))) {

      @Override
      Dataset generated(Settings settings, long seed) {
        return Datasets.generated(
            "sequence", "random words", settings.bytes("size"), List.of(), seed);
      }

      @Override
      Program mapReduce(WorkloadRun run, Settings settings) {
        String text = "org.apache.hadoop.io.Text";
        return example(
            run,
            "sort",
            "-r",
            Integer.toString(parts(run, settings)),
            "-outKey",
            text,
            "-outValue",
            text,
            run.input(),
            run.output());
      }
    };
  }

  static Workload teraSort() {
    return new StandardWorkload(
        "terasort",
        "TeraSort",
        "sorts rows of 100 bytes into one total order",
        List.of(
            StandardWorkload.size("1g"), StandardWorkload.input("rows as TeraGen writes them"))) {

      @Override
      Dataset generated(Settings settings, long seed) {
        return Datasets.generated("tera", "TeraGen", settings.bytes("size"), List.of(), seed);
      }

      @Override
      Program mapReduce(WorkloadRun run, Settings settings) {
        return example(
            run,
            "terasort",
            "-Dmapreduce.job.reduces=" + parts(run, settings),
            run.input(),
            run.output());
      }
    };
  }
}
