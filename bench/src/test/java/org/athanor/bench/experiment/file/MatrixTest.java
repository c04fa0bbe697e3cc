// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Variants of frameworks and workloads, and their labels. */
class MatrixTest {
  private static final long SEED =
      Long.getLong("athanor.test.seed", System.nanoTime() % 1_000_000_000);

  private static Experiment read(String text) {
    ExperimentFile file =
        ExperimentFile.parse(
            Path.of("/exp/e.yaml"), text.getBytes(StandardCharsets.UTF_8), new FixedVocabulary());
    assertThat(file.problems()).isEmpty();
    return file.experiment().orElseThrow();
  }

  private static List<String> frameworks(String entry) {
    return read("frameworks: [" + entry + "]\nworkloads: terasort\n").frameworks().stream()
        .map(FrameworkSpec::label)
        .toList();
  }

  private static List<String> workloads(String entry) {
    return read("frameworks: hadoop\nworkloads: [" + entry + "]\n").workloads().stream()
        .map(WorkloadSpec::label)
        .toList();
  }

  @Test
  @Tag("short")
  void makesAVariantOfEachCombination() {
    Experiment experiment =
        read(
            """
            frameworks:
              - spark:
                  settings: {spark.a: 1}
                  hooks: {prepare: make}
                  matrix:
                    java: [/opt/jdk-17, /opt/jdk-25]
                    settings: {spark.sql.shuffle.partitions: [50, 200]}
            workloads:
              - terasort: {label: tera, timeout: 5s, matrix: {size: [1g, 2g]}}
            baseline: spark-jdk-25-partitions-50
            """);
    assertThat(experiment.frameworks())
        .extracting(
            each -> each.label() + " " + each.java().orElse("") + " " + sorted(each.settings()))
        .containsExactly(
            "spark-jdk-17-partitions-50 /opt/jdk-17 {spark.a=1, spark.sql.shuffle.partitions=50}",
            "spark-jdk-17-partitions-200 /opt/jdk-17 {spark.a=1, spark.sql.shuffle.partitions=200}",
            "spark-jdk-25-partitions-50 /opt/jdk-25 {spark.a=1, spark.sql.shuffle.partitions=50}",
            "spark-jdk-25-partitions-200 /opt/jdk-25 {spark.a=1,"
                + " spark.sql.shuffle.partitions=200}");
    assertThat(experiment.frameworks())
        .allMatch(each -> each.hooks().commands().containsValue("make"));
    assertThat(experiment.workloads())
        .extracting(each -> each.label() + " " + each.settings() + " " + each.timeout().get())
        .containsExactly("tera-1g {size=1g} PT5S", "tera-2g {size=2g} PT5S");
  }

  private static String sorted(Map<String, String> settings) {
    return new java.util.TreeMap<>(settings).toString();
  }

  @Test
  void labelsAreShortAndUnique() {
    assertThat(frameworks("hadoop: {matrix: {version: [3.3.6, 3.5.0]}}"))
        .as("a release is a number")
        .containsExactly("hadoop-version-3.3.6", "hadoop-version-3.5.0");
    assertThat(frameworks("spark: {matrix: {settings: {a.codec: [x.y.Zstd, x.y.Lz4], b: [true]}}}"))
        .containsExactly("spark-codec-Zstd-b-true", "spark-codec-Lz4-b-true");
    assertThat(frameworks("spark: {matrix: {settings: {a.x.n: [1], b.x.n: [2]}}}"))
        .as("as much of the names as is needed")
        .containsExactly("spark-a.x.n-1-b.x.n-2");
    assertThat(frameworks("spark: {matrix: {settings: {n: [1], b.n: [2]}}}"))
        .containsExactly("spark-n-1-b.n-2");
    assertThat(frameworks("spark: {matrix: {java: [/a/jdk, /b/jdk]}}"))
        .as("the last parts are the same")
        .containsExactly("spark-1", "spark-2");
    assertThat(frameworks("spark: {matrix: {settings: {a: ['-', '+']}}}"))
        .as("nothing is left of the values")
        .containsExactly("spark-1", "spark-2");
    assertThat(
            frameworks(
                "spark: {matrix: {settings: {a-setting-with-a-name-that-is-long: [1, 2], b: [3]}}}"))
        .as("too long with names")
        .containsExactly("spark-1-3", "spark-2-3");
    assertThat(workloads("kmeans: {matrix: {clusters: [5, 10]}}"))
        .containsExactly("kmeans-clusters-5", "kmeans-clusters-10");
    assertThat(workloads("wordcount: {matrix: {input: [in/a.txt, /b.txt]}}"))
        .containsExactly("wordcount-a.txt", "wordcount-b.txt");
  }

  @Test
  void randomValuesMakeUniqueValidLabels() {
    Random random = new Random(SEED);
    List<String> pieces =
        List.of("a", "1", ".", "-", "/", "_", " ", "é", "$", "x.Y", "true", "0.5");
    for (int i = 0; i < 300; i++) {
      StringBuilder matrix = new StringBuilder();
      for (int axis = 1 + random.nextInt(3); axis > 0; axis--) {
        HashSet<String> values = new HashSet<>();
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
          StringBuilder value = new StringBuilder("v");
          for (int k = random.nextInt(14); k > 0; k--) {
            value.append(pieces.get(random.nextInt(pieces.size())));
          }
          values.add("'" + value + "'");
        }
        matrix.append("k" + axis + "." + pieces.get(random.nextInt(2)) + ": " + values + ", ");
      }
      List<String> labels = frameworks("spark: {matrix: {settings: {" + matrix + "}}}");
      assertThat(labels)
          .as("seed " + SEED + ": " + matrix)
          .doesNotHaveDuplicates()
          .allMatch(label -> label.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"));
    }
  }
}
