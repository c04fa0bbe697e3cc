// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.List;

/** Sort and TeraSort. */
final class SortWorkloads {
  private static final GeneratorOptions WORDS = GeneratorOptions.ofWords();
  private static final GeneratorOptions SKEW =
      GeneratorOptions.ofSkew(
          "the k-th most frequent of 1048576 keys has a probability proportional to 1/k^exponent",
          "0",
          ", keys of TeraGen");

  private SortWorkloads() {}

  static Workload sort() {
    return new StandardWorkload(
        "sort",
        "Sort",
        "sorts each hash partition of random words",
        WORDS.after(
            StandardWorkload.size("1g"),
            StandardWorkload.input("sequence files of Text keys and Text values"))) {

      @Override
      void check(Settings settings, List<String> problems) {
        WORDS.check(settings, problems);
      }

      @Override
      Dataset generated(Settings settings, long seed) {
        return Datasets.generated(
            "sequence", "random words", settings.bytes("size"), WORDS.arguments(settings), seed);
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
        SKEW.after(
            StandardWorkload.size("1g"), StandardWorkload.input("rows as TeraGen writes them"))) {

      @Override
      void check(Settings settings, List<String> problems) {
        SKEW.check(settings, problems);
      }

      @Override
      Dataset generated(Settings settings, long seed) {
        List<String> skew = SKEW.arguments(settings);
        return Datasets.generated(
            "tera",
            skew.isEmpty() ? "TeraGen" : "skewed TeraGen",
            settings.bytes("size"),
            skew,
            seed);
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
