// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.athanor.testkit.SharedData;
import org.junit.jupiter.api.Test;

class BayesModelTest {

  private static BayesModel trained(List<String> documents) {
    Map<String, Long> terms = new HashMap<>();
    LabelledText document = new LabelledText();
    for (String line : documents) {
      if (document.parse(line)) {
        String label = new String(document.label(), StandardCharsets.UTF_8) + "\t";
        terms.merge(label, 1L, Long::sum);
        while (document.nextWord()) {
          terms.merge(label + document.word(), 1L, Long::sum);
        }
      }
    }
    BayesModel.Counts counts = new BayesModel.Counts();
    terms.forEach(counts::add);
    return counts.model();
  }

  private static String label(BayesModel model, String line) {
    LabelledText document = new LabelledText();
    document.parse(line);
    return new String(model.classify(document), StandardCharsets.UTF_8);
  }

  private static long right(BayesModel model, List<String> documents) {
    return documents.stream()
        .filter(line -> label(model, line).equals(line.split("\t", 2)[0]))
        .count();
  }

  /**
   * Documents a: 2 of 3, words x x y; b: 1 of 3, words y z. Three words. Of "y" the scores are 2/3
   * × (1+1)/(3+3) = 2/9 for a, 1/3 × (1+1)/(2+3) = 2/15 for b; of "z z" 2/3 × 1/36 = 2/108 and 1/3
   * × 4/25 = 4/75.
   */
  @Test
  void theLabelWithTheHighestProbabilityWins() {
    BayesModel model = trained(List.of("a\tx X", "a\ty", "b\ty,z"));

    assertThat(label(model, "?\ty")).isEqualTo("a");
    assertThat(label(model, "?\tz z")).isEqualTo("b");
    assertThat(label(model, "?\tunseen")).as("that of most documents").isEqualTo("a");
  }

  @Test
  void ofEqualLabelsTheFirstInTheOrderOfBytesWins() {
    assertThat(label(trained(List.of("ä\tx", "z\tx", "b\tx")), "?\tx")).isEqualTo("b");
    assertThat(label(trained(List.of("\ud83d\ude00\tx", "\uff41\tx")), "?\tx")).isEqualTo("\uff41");
  }

  @Test
  void wordsAreRunsOfTheLettersOfAscii() {
    LabelledText document = new LabelledText();
    assertThat(document.parse("label\tOne two-3four\tÄfive\u212A six'")).isTrue();

    StringBuilder words = new StringBuilder();
    while (document.nextWord()) {
      words.append(document.word()).append(' ');
    }
    assertThat(words).hasToString("one two four five six ");
    assertThat(document.parse("")).isFalse();
    assertThatThrownBy(() -> document.parse("no tab"))
        .hasMessage("document \"no tab\": must be a label, a tab and a text");
    assertThatThrownBy(() -> document.parse("\tno label"))
        .hasMessageEndingWith(": must be a label, a tab and a text");
  }

  @Test
  void cannotBeTrainedWithoutDocuments() {
    assertThatThrownBy(() -> trained(List.of("")))
        .hasMessage("train: has no documents; must have at least one");
  }

  @Test
  void classifiesRealMessagesAsTheDescriptionOfTheDataSays() throws Exception {
    List<String> messages = Files.readAllLines(SharedData.file("labelled/SMSSpamCollection.tsv"));

    BayesModel model = trained(messages.subList(0, 4000));

    List<String> test = messages.subList(4000, messages.size());
    assertThat(test).hasSize(1574);
    assertThat(right(model, test)).isEqualTo(1550);
  }

  @Test
  void classifiesRealNewsAsTheDescriptionOfTheDataSays() throws Exception {
    BayesModel model = trained(news(SharedData.file("labelled/20news-bydate-train.tsv.gz")));

    List<String> test = news(SharedData.file("labelled/20news-bydate-test.tsv.gz"));
    assertThat(test).hasSize(7532);
    assertThat(right(model, test)).isEqualTo(5911);
  }

  /** Escaped line breaks become blanks. */
  private static List<String> news(Path file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return lines.lines().map(line -> line.replaceAll("\\\\(u[0-9A-Fa-f]{4}|.)", " ")).toList();
    }
  }
}
