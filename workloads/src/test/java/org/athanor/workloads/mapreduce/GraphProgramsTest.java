// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.athanor.testkit.Seeds;
import org.athanor.testkit.SharedData;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.testing.GraphOutput;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.PartFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphProgramsTest {
  private static final long SEED = Seeds.seed();

  @TempDir Path directory;
  private Configuration configuration;
  private Path output;

  @BeforeEach
  void prepare() {
    configuration = LocalJobs.configuration(directory);
    output = directory.resolve("out");
  }

  private Path graph(String... edges) throws IOException {
    return Files.write(directory.resolve("graph"), List.of(edges));
  }

  /** Some vertices have no edge, some edges are repeated, some are loops. */
  private Path randomGraph(int vertices, int edges) throws IOException {
    Random random = new Random(SEED);
    String[] lines = new String[edges];
    for (int i = 0; i < edges; i++) {
      long source = 3L * (long) (vertices * Math.pow(random.nextDouble(), 3)) - vertices;
      long target = 3L * random.nextInt(vertices) - vertices;
      lines[i] = source + "\t" + target;
    }
    return graph(lines);
  }

  /**
   * 1 → 2, 1 → 3, 2 → 3; 3 has no out-edge. r₀ = 1/3 each; D = 1/3. r₁(1) = 0.05 + 0.85 × (0 + 1/9)
   * = 0.144444…; r₁(2) = r₁(1) + 0.85 × 1/6 = 0.286111…; r₁(3) = r₁(2) + 0.85 × 1/3 = 0.569444….
   */
  @Test
  void ranksThreeVerticesAsTheFormulaSays() throws Exception {
    Path input = graph("1\t2", "1\t3", "2\t3");

    LocalJobs.run(configuration, new PageRank(), input, output, "--iterations", 1);

    Map<Long, String> ranks = GraphOutput.results(output);
    assertThat(Double.parseDouble(ranks.get(1L))).isCloseTo(0.13 / 0.9, within(1e-15));
    assertThat(Double.parseDouble(ranks.get(2L))).isCloseTo(0.2575 / 0.9, within(1e-15));
    assertThat(Double.parseDouble(ranks.get(3L))).isCloseTo(0.5125 / 0.9, within(1e-15));
  }

  @Test
  void ranksOfARandomGraphAreThoseOfTheReference() throws Exception {
    Path input = randomGraph(500, 20_000);

    LocalJobs.run(configuration, new PageRank(), input, output, "--parts", 3, "--iterations", 4);

    assertThat(PartFiles.in(output)).hasSize(3);
    assertThat(GraphOutput.verify(configuration, output, "pagerank", input, "--iterations", "4"))
        .endsWith(" ranks");
    assertThat(GraphOutput.results(output).values().stream().mapToDouble(Double::parseDouble).sum())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void ranksUntilTheyHaveConverged() throws Exception {
    Path input = randomGraph(100, 3_000);
    Object[] arguments = {"--parts", 3, "--tolerance", "1e-4", "--iterations", 50};

    LocalJobs.run(
        configuration,
        new PageRank(),
        Stream.concat(Stream.of(input, output), Stream.of(arguments)).toArray());

    String right =
        GraphOutput.verify(
            configuration, output, "pagerank", input, "--tolerance", "1e-4", "--iterations", "50");
    int iterations =
        IterationCount.read(configuration, new org.apache.hadoop.fs.Path(output.toUri()));
    assertThat(right).endsWith(" ranks after " + iterations + " iterations");
    assertThat(iterations).isBetween(3, 30);
    assertThat(PartFiles.in(output)).hasSize(3);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("graph", "out")
          .noneMatch(name -> name.contains("PageRank"));
    }
  }

  @Test
  void endsWithTheLastIterationThatIsAllowed() throws Exception {
    Path input = randomGraph(100, 500);
    String[] options = {"--tolerance", "1e-12", "--iterations", "2"};

    LocalJobs.run(
        configuration,
        new PageRank(),
        Stream.concat(Stream.of(input, output), Stream.of(options)).toArray());

    assertThat(GraphOutput.verify(configuration, output, "pagerank", input, options))
        .endsWith(" ranks after 2 iterations");
  }

  @Test
  void ranksARealGraph() throws Exception {
    Path input = SharedData.file("graph/email-Eu-core.txt");

    LocalJobs.run(configuration, new PageRank(), input, output, "--parts", 2);

    assertThat(GraphOutput.verify(configuration, output, "pagerank", input))
        .isEqualTo("1005 ranks");
  }

  @Test
  void labelsSeveralComponentsWithTheirSmallestId() throws Exception {
    Path input = graph("# comment", "7\t-3", "", "7 8", "5\t5", "20\t21", "22\t21", "8\t7");

    LocalJobs.run(configuration, new ConnectedComponents(), input, output);

    assertThat(GraphOutput.results(output))
        .isEqualTo(Map.of(-3L, "-3", 7L, "-3", 8L, "-3", 5L, "5", 20L, "20", 21L, "20", 22L, "20"));
  }

  @Test
  void componentsOfALongChainTakeAsManyRounds() throws Exception {
    Path input =
        graph(
            Stream.iterate(0, i -> i + 1)
                .limit(6)
                .map(i -> i + "\t" + (i + 1))
                .toArray(String[]::new));

    LocalJobs.run(configuration, new ConnectedComponents(), input, output, "--parts", 2);

    assertThat(GraphOutput.results(output))
        .hasSize(7)
        .allSatisfy((id, label) -> assertThat(label).isEqualTo("0"));
  }

  @Test
  void componentsOfARandomGraphAreThoseOfTheReference() throws Exception {
    Path input = randomGraph(3_000, 2_500);

    LocalJobs.run(configuration, new ConnectedComponents(), input, output, "--parts", 3);

    assertThat(GraphOutput.verify(configuration, output, "components", input))
        .contains(" components");
  }

  @Test
  void findsTheKnownComponentsOfARealGraph() throws Exception {
    Path email = SharedData.file("graph/email-Eu-core.txt");
    LocalJobs.run(configuration, new ConnectedComponents(), email, output);
    assertThat(GraphOutput.verify(configuration, output, "components", email))
        .isEqualTo("1005 vertices in 20 components");
  }

  @Test
  @Tag("long")
  void findsTheKnownComponentsOfALargerRealGraph() throws Exception {
    Path epinions = SharedData.file("graph/soc-Epinions1.txt.gz");
    configuration.unset(FileInputFormat.SPLIT_MAXSIZE);
    LocalJobs.run(configuration, new ConnectedComponents(), epinions, output, "--parts", 2);
    assertThat(GraphOutput.verify(configuration, output, "components", epinions))
        .isEqualTo("75879 vertices in 2 components");
    assertThat(
            GraphOutput.results(output).values().stream()
                .collect(Collectors.groupingBy(label -> label, Collectors.counting()))
                .values())
        .containsExactlyInAnyOrder(75_877L, 2L);
  }

  @Test
  void removesItsWorkDirectoryAlsoWhenItFails() throws Exception {
    Path input = graph("1\t2", "1\ttwo");
    Path work = Files.createDirectory(directory.resolve("work"));

    int status = LocalJobs.run(configuration, new PageRank(), input, output, "--work", work);

    assertThat(status).isEqualTo(1);
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void leavesNothingBesideTheOutput() throws Exception {
    Path input = graph("1\t2");
    output = directory.resolve("place/out");

    LocalJobs.run(configuration, new PageRank(), input, output, "--iterations", 2);

    try (Stream<Path> files = Files.list(directory.resolve("place"))) {
      assertThat(files).containsExactly(output);
    }
  }

  @Test
  void doesNotWriteOverAnOutput() throws Exception {
    Path input = graph("1\t2");
    Files.createDirectory(output);

    assertThatThrownBy(() -> LocalJobs.run(configuration, new PageRank(), input, output))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(output + ": exists; the output must be a new directory");
  }
}
