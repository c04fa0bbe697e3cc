// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.List;

/** Naive Bayes: trains a classifier of documents, and classifies others. */
final class BayesWorkload extends StandardWorkload {
  private static final GeneratorOptions DOCUMENTS = GeneratorOptions.ofDocuments();

  BayesWorkload() {
    super(
        "bayes",
        "NaiveBayes",
        "trains a multinomial Naive Bayes classifier of documents, and classifies others",
        DOCUMENTS.after(
            size("256m"),
            input(
                "directories train and test with text, one document per line: a label, a tab and"
                    + " words")));
  }

  @Override
  void check(Settings settings, List<String> problems) {
    DOCUMENTS.check(settings, problems);
  }

  @Override
  List<String> directories() {
    return List.of("train", "test");
  }

  @Override
  Dataset generated(Settings settings, long seed) {
    return Datasets.generated(
        "documents",
        "labelled documents",
        settings.bytes("size"),
        DOCUMENTS.arguments(settings),
        seed);
  }
}
