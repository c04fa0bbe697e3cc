// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;

/** Naive Bayes: trains a classifier of documents, and classifies others. */
final class BayesWorkload extends StandardWorkload {
  private static final String LABELS = "labels";
  private static final String DEFAULT_LABELS = "20";
  private static final GeneratorOptions WORDS = GeneratorOptions.ofWords();

  BayesWorkload() {
    super(
        "bayes",
        "NaiveBayes",
        "trains a multinomial Naive Bayes classifier of documents, and classifies others",
        WORDS.after(
            size("256m"),
            input(
                "directories train and test with text, one document per line: a label, a tab and"
                    + " words"),
            new Parameter(
                LABELS,
                Parameter.Type.COUNT,
                "",
                "different labels to generate, from 2 to 10000; by default " + DEFAULT_LABELS)));
  }

  @Override
  void check(Settings settings, List<String> problems) {
    settings.checkCount(LABELS, 2, 10_000, problems);
    if (settings.get(LABELS).isPresent() && settings.get("input").isPresent()) {
      problems.add(LABELS + ": cannot be used together with input, which is not generated");
    }
    WORDS.check(settings, problems);
  }

  @Override
  List<String> directories() {
    return List.of("train", "test");
  }

  @Override
  Dataset generated(Settings settings, long seed) {
    List<String> options =
        new ArrayList<>(List.of("--" + LABELS, settings.get(LABELS).orElse(DEFAULT_LABELS)));
    options.addAll(WORDS.arguments(settings));
    return Datasets.generated(
        "documents", "labelled documents", settings.bytes("size"), options, seed);
  }
}
