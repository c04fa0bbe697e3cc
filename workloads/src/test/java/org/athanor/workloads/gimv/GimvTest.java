// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.Tool;
import org.athanor.testkit.Seeds;
import org.athanor.testkit.SharedData;
import org.athanor.workloads.testing.GraphOutput;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.usage.UsageException;
import org.athanor.workloads.verify.WrongOutputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GimvTest {
  private static final long SEED = Seeds.seed();

  @TempDir Path directory;
  private Configuration configuration;
  private Path output;

  @BeforeEach
  void prepare() {
    configuration = LocalJobs.configuration(directory);
    output = directory.resolve("place/out");
  }

  private Path graph(String... edges) throws IOException {
    return Files.write(directory.resolve("graph"), List.of(edges));
  }

  /** Some ids have no edge, some edges are repeated, some are loops. */
  private Path randomGraph(int ids, int edges) throws IOException {
    Random random = new Random(SEED);
    int third = ids / 3;
    String[] lines = new String[edges];
    for (int i = 0; i < edges; i++) {
      int source = 3 * (int) (third * Math.pow(random.nextDouble(), 3));
      lines[i] = source + "\t" + (1 + 3 * random.nextInt(third));
    }
    return graph(lines);
  }

  private void run(Tool tool, Object... arguments) throws Exception {
    assertThat(LocalJobs.run(configuration, tool, arguments)).isZero();
  }

  /** 1 → 2, 1 → 3, 2 → 3; 0 has no edge, the rank of 3 is lost. N = 4, r₀ = 1/4. */
  @Test
  void ranksFourVerticesAsTheFormulaSays() throws Exception {
    Path input = graph("# comment", "1 2", "1\t3", "2\t3");

    run(new GimvPageRank(), input, output, "--iterations", 1);

    Map<Long, String> ranks = GraphOutput.results(output);
    assertThat(ranks).hasSize(4);
    double[] expected = {0.0375, 0.0375, 0.0375 + 0.85 / 8, 0.0375 + 0.85 * 3 / 8};
    for (int id = 0; id < 4; id++) {
      assertThat(Double.parseDouble(ranks.get((long) id))).isCloseTo(expected[id], within(1e-15));
    }
  }

  @Test
  void ranksOfARandomGraphAreThoseOfTheReference() throws Exception {
    Path input = randomGraph(300, 3_000);

    run(new GimvPageRank(), input, output, "--parts", 3, "--iterations", 2);

    assertThat(PartFiles.in(output)).hasSize(3);
    assertThat(
            GraphOutput.verify(configuration, output, "gimv-pagerank", input, "--iterations", "2"))
        .endsWith(" ranks after 2 iterations");
  }

  @Test
  void endsWhenNoRankChangesAnyMore() throws Exception {
    // A cycle: all ranks are 1/N from the beginning.
    Path input = graph("0\t1", "1\t2", "2\t0");

    run(new GimvPageRank(), input, output, "--iterations", 9);

    assertThat(
            GraphOutput.verify(configuration, output, "gimv-pagerank", input, "--iterations", "9"))
        .isEqualTo("3 ranks after 1 iterations");
    assertThat(Files.readString(output.resolve("_iterations"))).isEqualTo("1\n");
  }

  @Test
  void theCheckFindsTooFewIterations() throws Exception {
    Path input = graph("0\t1", "0\t2", "1\t2", "2\t0");
    run(new GimvPageRank(), input, output, "--iterations", 1);

    assertThat(
            GraphOutput.verify(configuration, output, "gimv-pagerank", input, "--iterations", "1"))
        .isEqualTo("3 ranks after 1 iterations");
    assertThatThrownBy(
            () ->
                GraphOutput.verify(
                    configuration, output, "gimv-pagerank", input, "--iterations", "9"))
        .isInstanceOf(WrongOutputException.class)
        .hasMessageStartingWith("the iterations end after 1 of 9, in which a rank changes by 0.14");
    Files.delete(output.resolve("_iterations"));
    assertThatThrownBy(() -> GraphOutput.verify(configuration, output, "gimv-pagerank", input))
        .hasMessageEndingWith("_iterations: does not exist; must have the number of iterations");
  }

  /** Ten is the smallest label of 9 and 10, as a string. */
  @Test
  void labelsComponentsWithTheirSmallestIdAsAString() throws Exception {
    Path input = graph("9\t10", "2\t1", "1\t3", "5\t5");

    run(new GimvComponents(), input, output, "--parts", 2);

    assertThat(GraphOutput.results(output))
        .isEqualTo(
            Map.ofEntries(
                Map.entry(0L, "0"),
                Map.entry(1L, "1"),
                Map.entry(2L, "1"),
                Map.entry(3L, "1"),
                Map.entry(4L, "4"),
                Map.entry(5L, "5"),
                Map.entry(6L, "6"),
                Map.entry(7L, "7"),
                Map.entry(8L, "8"),
                Map.entry(9L, "10"),
                Map.entry(10L, "10")));
    assertThat(GraphOutput.verify(configuration, output, "gimv-components", input))
        .isEqualTo("11 vertices in 8 components");
  }

  @Test
  void componentsOfARandomGraphAreThoseOfTheReference() throws Exception {
    Path input = randomGraph(120, 90);

    run(new GimvComponents(), input, output);

    assertThat(GraphOutput.verify(configuration, output, "gimv-components", input))
        .contains(" components");
  }

  /** At the end of a JVM, and of a driver in a session, Hadoop closes its file systems. */
  @Test
  void localFilesEndWithTheFileSystems() throws Exception {
    LocalDirectory left = new LocalDirectory(configuration);
    Path path = Files.writeString(left.file("x"), "x").getParent();
    assertThat(Files.getPosixFilePermissions(path))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    FileSystem.getLocal(configuration).close();
    assertThat(path).doesNotExist();

    LocalDirectory closed = new LocalDirectory(configuration);
    path = Files.writeString(closed.file("x"), "x").getParent();
    closed.close();
    assertThat(path).doesNotExist();
  }

  @Test
  void ranksAndLabelsARealGraph() throws Exception {
    Path input = SharedData.file("graph/email-Eu-core.txt");
    configuration.unset(FileInputFormat.SPLIT_MAXSIZE);
    run(new GimvComponents(), input, output);

    assertThat(GraphOutput.verify(configuration, output, "gimv-components", input))
        .isEqualTo("1005 vertices in 20 components");
    assertThat(
            GraphOutput.results(output).values().stream()
                .collect(Collectors.groupingBy(label -> label, Collectors.counting()))
                .values())
        .contains(986L);

    output = directory.resolve("ranks");
    run(new GimvPageRank(), input, output, "--iterations", 2);
    assertThat(
            GraphOutput.verify(configuration, output, "gimv-pagerank", input, "--iterations", "2"))
        .startsWith("1005 ranks after ");
  }

  /** Ids have gaps. One iteration, because a larger graph takes long in Hadoop's local mode. */
  @Test
  @Tag("long")
  void ranksALargerRealGraph() throws Exception {
    Path input = SharedData.file("graph/soc-Epinions1.txt.gz");
    configuration.unset(FileInputFormat.SPLIT_MAXSIZE);
    configuration.setInt("mapreduce.task.io.sort.mb", 32);
    run(new GimvPageRank(), input, output, "--iterations", 1);
    assertThat(
            GraphOutput.verify(configuration, output, "gimv-pagerank", input, "--iterations", "1"))
        .isEqualTo("75888 ranks after 1 iterations");
  }

  /** Names that Hadoop hides or takes for patterns, and one that a vector has had. */
  @ParameterizedTest
  @ValueSource(strings = {"next", "vector", "_ranks", ".x", "r{1}"})
  void theOutputMayHaveAnyName(String name) throws Exception {
    output = directory.resolve("place").resolve(name);

    run(new GimvPageRank(), graph("0\t1", "1\t2"), output, "--iterations", 2);

    assertThat(GraphOutput.results(output)).hasSize(3);
    assertThat(output.resolve("_iterations")).exists();
  }

  @Test
  void refusesADirectoryWhoseNameIsAPattern() throws Exception {
    Path input = graph("0\t1");
    output = Files.createDirectory(directory.resolve("r{1}")).resolve("out");

    assertThatThrownBy(() -> run(new GimvPageRank(), input, output))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("r{1}/.GimvPageRank-")
        .hasMessageContaining(": has {, which Hadoop does not take as it is");
    assertThat(output.getParent()).isEmptyDirectory();
  }

  @Test
  void aVertexHasAsManyEdgesAsAnArrayCanHave() throws Exception {
    assertThat(JoinReducer.grown(5, 16)).isEqualTo(32);
    assertThat(JoinReducer.grown(5, 1 << 30)).isEqualTo(Integer.MAX_VALUE - 8);
    assertThatThrownBy(() -> JoinReducer.grown(5, Integer.MAX_VALUE - 8))
        .hasMessage("vertex 5: has more than 2147483639 edges; must have at most so many");
  }

  @Test
  void leavesNothingBesideTheOutput() throws Exception {
    run(new GimvComponents(), graph("0\t1"), output);

    try (Stream<Path> files = Files.list(output.getParent())) {
      assertThat(files).containsExactly(output);
    }
  }

  @Test
  void refusesIdsOfWhichAVectorCannotHaveAll() throws Exception {
    Path input = graph("1\t-2");
    Path work = Files.createDirectory(directory.resolve("work"));

    int status = LocalJobs.run(configuration, new GimvPageRank(), input, output, "--work", work);

    assertThat(status).isEqualTo(1);
    assertThat(work).isEmptyDirectory();
    assertThat(output.getParent()).isEmptyDirectory();
  }

  @Test
  void aGraphWithoutEdgesHasNoRanks() throws Exception {
    Path input = graph("# nothing");

    run(new GimvPageRank(), input, output);

    assertThat(GraphOutput.results(output)).isEmpty();
    assertThat(GraphOutput.verify(configuration, output, "gimv-pagerank", input))
        .isEqualTo("0 ranks after 1 iterations");
  }
}
