// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Labelled documents, and a classifier of them that is written from the formula, with
 * floating-point numbers.
 *
 * @param training lines of label, tab and text
 * @param test likewise
 */
public record Documents(List<String> training, List<String> test) {

  /** Random documents, in which no two labels of a document are nearly equally probable. */
  public static Documents random(long seed, int count) {
    Random random = new Random(seed);
    List<String> training = new ArrayList<>();
    List<String> test = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int label = random.nextInt(3);
      StringBuilder text = new StringBuilder("täg" + label + "\t");
      for (int word = random.nextInt(12); word >= 0; word--) {
        int rank = (int) (40 * Math.pow(random.nextDouble(), 2)) + 3 * label;
        text.append(random.nextBoolean() ? "Wo" : "wo").append((char) ('a' + rank % 26));
        text.append(random.nextBoolean() ? ", " : "\t").append(rank);
      }
      (random.nextInt(4) == 0 ? test : training).add(text.toString());
    }
    training.add("only-in-training\tWOa it's");
    test.add("only-in-test\tnever seen");
    return new Documents(training, test);
  }

  /** Writes the documents, those for training in two files, and returns their directory. */
  public Path write(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("train"));
    Files.createDirectories(directory.resolve("test"));
    int half = training.size() / 2;
    Files.write(directory.resolve("train/part-00000"), training.subList(0, half));
    Files.write(directory.resolve("train/part-00001"), training.subList(half, training.size()));
    Files.write(directory.resolve("test/part-00000"), test);
    return directory;
  }

  private static Stream<String> words(String document) {
    return Stream.of(label(document, 1).toLowerCase(Locale.ROOT).split("[^a-z]+", 0))
        .filter(word -> !word.isEmpty());
  }

  private static String label(String document, int field) {
    return document.split("\t", 2)[field];
  }

  /** The lines of the counts. */
  public List<String> counts() {
    Map<String, Integer> counts = new TreeMap<>();
    for (String document : training) {
      counts.merge(label(document, 0) + "\t", 1, Integer::sum);
      words(document)
          .forEach(word -> counts.merge(label(document, 0) + "\t" + word, 1, Integer::sum));
    }
    return lines(counts);
  }

  /** The lines that say which labels the documents of each label get. */
  public List<String> confusion() {
    Map<String, Integer> counts = new TreeMap<>();
    test.forEach(
        document -> counts.merge(label(document, 0) + "\t" + classify(document), 1, Integer::sum));
    return lines(counts);
  }

  private String classify(String document) {
    List<String> vocabulary = training.stream().flatMap(Documents::words).distinct().toList();
    Map<String, Double> scores = new HashMap<>();
    for (String label : new TreeSet<>(training.stream().map(each -> label(each, 0)).toList())) {
      List<String> own = training.stream().filter(each -> label(each, 0).equals(label)).toList();
      List<String> words = own.stream().flatMap(Documents::words).toList();
      double score = Math.log(own.size());
      for (String word : words(document).filter(vocabulary::contains).toList()) {
        double with = words.stream().filter(word::equals).count();
        score += Math.log((with + 1) / (words.size() + vocabulary.size()));
      }
      scores.put(label, score);
    }
    List<Map.Entry<String, Double>> best =
        scores.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .toList();
    assertThat(best.get(0).getValue() - best.get(1).getValue())
        .as("two labels must not be nearly equally probable; use another seed: %s", document)
        .isGreaterThan(1e-4);
    return best.get(0).getKey();
  }

  private static List<String> lines(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getKey() + "\t" + count.getValue())
        .toList();
  }

  /** Checks what a program has written. */
  public void assertIn(Path output) throws IOException {
    assertThat(PartFiles.lines(output.resolve("model")))
        .containsExactlyInAnyOrderElementsOf(counts());
    assertThat(PartFiles.lines(output.resolve("confusion")))
        .containsExactlyInAnyOrderElementsOf(confusion());
  }
}
