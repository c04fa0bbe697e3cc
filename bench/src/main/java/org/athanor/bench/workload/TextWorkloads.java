// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** WordCount and Grep, which read text. */
final class TextWorkloads {
  private TextWorkloads() {}

  private static final String TEXT = "text, one record per line";
  private static final GeneratorOptions WORDS = GeneratorOptions.ofWords();

  private abstract static class TextWorkload extends StandardWorkload {
    TextWorkload(String kind, String name, String description, Parameter... own) {
      super(kind, name, description, WORDS.after(own));
    }

    @Override
    Dataset generated(Settings settings, long seed) {
      return text(settings.bytes("size"), settings.get("files"), WORDS.arguments(settings), seed);
    }

    @Override
    void check(Settings settings, List<String> problems) {
      WORDS.check(settings, problems);
    }
  }

  /**
   * Random text.
   *
   * @param files number of files; if empty, it follows from the size
   * @param words options of the words
   */
  static Dataset text(long bytes, Optional<String> files, List<String> words, long seed) {
    List<String> options = new ArrayList<>(words);
    files.ifPresent(number -> options.addAll(List.of("--files", number)));
    return Datasets.generated(
        "text",
        "random text" + files.map(number -> " in " + number + " files").orElse(""),
        bytes,
        options,
        seed);
  }

  private static final List<Implementation> COUNTERS =
      List.of(
          new Implementation(
              "dataframes", Api.SPARK, "DataFrameWordCount", "a query of Spark's data frames"));

  static Workload wordCount() {
    return new TextWorkload(
        "wordcount",
        "WordCount",
        "counts the words of a text",
        StandardWorkload.size("1g"),
        StandardWorkload.input(TEXT),
        new Parameter(
            "files",
            Parameter.Type.COUNT,
            "",
            "files to generate, from 1 to 10000; by default one for each 128 MiB"),
        Implementation.parameter(COUNTERS)) {

      @Override
      List<Implementation> implementations() {
        return COUNTERS;
      }

      @Override
      void check(Settings settings, List<String> problems) {
        super.check(settings, problems);
        settings.checkCount("files", 1, 10_000, problems);
        Optional<String> data = settings.usersData();
        if (settings.get("files").isPresent() && data.isPresent()) {
          problems.add(
              "files: cannot be used together with " + data.get() + ", which has its own files");
        }
      }

      @Override
      Program mapReduce(WorkloadRun run, Settings settings) {
        return example(
            run,
            "wordcount",
            "-Dmapreduce.job.reduces=" + parts(run, settings),
            run.input(),
            run.output());
      }
    };
  }

  static Workload grep() {
    return new TextWorkload(
        "grep",
        "Grep",
        "counts the matches of a regular expression in a text, most frequent first",
        StandardWorkload.size("1g"),
        StandardWorkload.input(TEXT),
        new Parameter(
            "pattern",
            Parameter.Type.TEXT,
            "[a-z]*ka[a-z]*",
            "regular expression of Java to search for")) {

      @Override
      void check(Settings settings, List<String> problems) {
        super.check(settings, problems);
        try {
          Pattern.compile(settings.text("pattern"));
        } catch (PatternSyntaxException wrong) {
          problems.add(
              "pattern: must be a regular expression of Java: "
                  + wrong.getDescription()
                  + " near index "
                  + wrong.getIndex());
        }
      }

      @Override
      Map<String, String> options(WorkloadRun run, Settings settings) {
        return Map.of("pattern", settings.text("pattern"));
      }

      @Override
      Program mapReduce(WorkloadRun run, Settings settings) {
        return example(
            run,
            "grep",
            "-Dmapreduce.job.reduces=" + parts(run, settings),
            run.input(),
            run.output(),
            settings.text("pattern"));
      }
    };
  }
}
