// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.program.BytesOrder;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobArguments.Extra;
import org.athanor.workloads.testing.Documents;
import org.athanor.workloads.testing.Expected;
import org.athanor.workloads.testing.GraphOutput;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.testing.SequenceFiles;
import org.athanor.workloads.testing.TeraRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SessionCluster.class)
class FlinkProgramsTest {

  @TempDir Path directory;

  @Test
  void wordCountCountsTheWordsBetweenSpacesAndTabs(StreamExecutionEnvironment flink)
      throws Exception {
    WordCount.run(
        flink,
        JobArguments.parse(arguments("to be, or\tnot\n\n to be \u00e9t\u00e9\n", "--parts", "3")));

    assertThat(PartFiles.lines(output()))
        .containsExactlyInAnyOrder(
            "to\t2", "be,\t1", "or\t1", "not\t1", "be\t1", "\u00e9t\u00e9\t1");
    assertThat(PartFiles.in(output())).hasSize(3);
    assertThat(output().resolve("_SUCCESS")).exists();
    assertThat(output().resolve("_temporary")).doesNotExist();
  }

  @Test
  void grepCountsAllMatchesOfALineTheMostFrequentFirst(StreamExecutionEnvironment flink)
      throws Exception {
    Grep.run(
        flink,
        JobArguments.parse(
            arguments("a1 a2 b7\na2\nb a2 a1\n", "--pattern", "a[0-9]"), Extra.PATTERN));

    assertThat(PartFiles.in(output())).hasSize(1);
    assertThat(PartFiles.lines(output())).containsExactly("3\ta2", "2\ta1");
  }

  @Test
  void sortSendsKeysWhereHadoopSendsThemAndSortsEachPart(StreamExecutionEnvironment flink)
      throws Exception {
    SequenceFiles.write(directory.resolve("in"), 500);

    Sort.run(flink, JobArguments.parse(new String[] {in(), output().toString(), "--parts", "2"}));

    SequenceFiles.assertSorted(directory.resolve("in"), PartFiles.in(output()), 2);
  }

  @Test
  void teraSortSortsTheRowsOverAllParts(StreamExecutionEnvironment flink) throws Exception {
    List<byte[]> rows = TeraRows.write(directory.resolve("in/rows"), 1_000);

    TeraSort.run(
        flink, JobArguments.parse(new String[] {in(), output().toString(), "--parts", "2"}));

    List<byte[]> sorted = TeraRows.read(PartFiles.in(output()));
    assertThat(sorted).isSortedAccordingTo(Comparator.comparing(TeraRows::key, new BytesOrder()));
    assertThat(sorted).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(PartFiles.in(output())).hasSize(2).allMatch(part -> part.toFile().length() > 0);
  }

  @Test
  void pageRankSharesTheRankOfVerticesWithoutOutEdgesAmongAll(StreamExecutionEnvironment flink)
      throws Exception {
    String edges = "# a comment\n1\t2\n1\t2\n1\t3\n2\t3\n4\t1\n5\t5\n";

    PageRank.run(flink, JobArguments.parse(arguments(edges, "--iterations", "7", "--parts", "2")));

    Expected.ranks(edges, 7).assertIn(PartFiles.lines(output()));
  }

  @Test
  void everyVertexOfAComponentGetsItsSmallestIdHoweverLongTheWay(StreamExecutionEnvironment flink)
      throws Exception {
    StringBuilder chain = new StringBuilder("100\t101\n101\t100\n-7\t200\n200\t200\n300\t300\n");
    IntStream.range(0, 8).forEach(i -> chain.append(i + 1).append('\t').append(i).append('\n'));

    ConnectedComponents.run(flink, JobArguments.parse(arguments(chain.toString())));

    assertThat(PartFiles.lines(output()))
        .contains("100\t100", "101\t100", "-7\t-7", "200\t-7", "300\t300")
        .containsAll(IntStream.rangeClosed(0, 8).mapToObj(i -> i + "\t0").toList())
        .hasSize(14);
    try (var left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("in", "out");
    }
  }

  @Test
  void kMeansMovesCentroidsAndLeavesThoseWithoutPoints(StreamExecutionEnvironment flink)
      throws Exception {
    Path centroids = Files.createDirectories(directory.resolve("centroids")).resolve("part-0");
    Files.write(centroids, List.of("1\t10.0,10.0", "0\t0,0", "2\t-99,-99"));

    KMeans.run(
        flink,
        JobArguments.parse(
            arguments(
                "1,1\n-1,1\n9,9\n5,5\n12.5,1e1\n",
                "--centroids",
                centroids.getParent().toString(),
                "--iterations",
                "1"),
            Extra.CENTROIDS));

    assertThat(PartFiles.lines(output()))
        .containsExactlyInAnyOrder(
            "0\t" + 5.0 / 3 + "," + 7.0 / 3, "1\t10.75,9.5", "2\t-99.0,-99.0");
  }

  @Test
  void kMeansGoesOnFromTheCentroidsOfTheIterationBefore(StreamExecutionEnvironment flink)
      throws Exception {
    Path centroids = Files.writeString(directory.resolve("centroids"), "0\t0\n1\t4\n");

    KMeans.run(
        flink,
        JobArguments.parse(
            arguments("1\n3\n5\n7\n", "--centroids", centroids.toString(), "--iterations", "3"),
            Extra.CENTROIDS));

    // First iteration: 1 | 3 5 7, means 1 and 5. Second: 1 3 | 5 7 (3 is equally near to both),
    // means 2 and 6. Third: the same.
    assertThat(PartFiles.lines(output())).containsExactlyInAnyOrder("0\t2.0", "1\t6.0");
  }

  @Test
  void ranksConvergeInAsManyIterationsAsTheCheckFinds(StreamExecutionEnvironment flink)
      throws Exception {
    String edges = "1\t2\n1\t3\n2\t3\n3\t1\n4\t1\n4\t5\n";
    String[] options = {"--tolerance", "0.02", "--iterations", "30", "--parts", "2"};

    PageRank.run(flink, JobArguments.parse(arguments(edges, options), Extra.TOLERANCE));

    int iterations =
        IterationCount.read(new Configuration(), new org.apache.hadoop.fs.Path(output().toUri()));
    assertThat(iterations).isBetween(4, 29);
    assertThat(
            GraphOutput.verify(
                new Configuration(), output(), "pagerank", directory.resolve("in"), options))
        .isEqualTo("5 ranks after " + iterations + " iterations");
    Expected.ranks(edges, iterations).assertIn(PartFiles.lines(output()));
  }

  @Test
  void centroidsMoveUntilTheyStay(StreamExecutionEnvironment flink) throws Exception {
    Path centroids = Files.writeString(directory.resolve("centroids"), "0\t0\n1\t4\n");
    String[] options = {
      "--centroids", centroids.toString(), "--tolerance", "0.5", "--iterations", "9"
    };

    KMeans.run(
        flink,
        JobArguments.parse(arguments("1\n3\n5\n7\n", options), Extra.CENTROIDS, Extra.TOLERANCE));

    assertThat(PartFiles.lines(output())).containsExactlyInAnyOrder("0\t2.0", "1\t6.0");
    assertThat(
            GraphOutput.verify(
                new Configuration(), output(), "kmeans", directory.resolve("in"), options))
        .isEqualTo("2 centroids after 3 iterations");
  }

  @Test
  void naiveBayesClassifiesAsTheFormulaSays(StreamExecutionEnvironment flink) throws Exception {
    Documents documents = Documents.random(7, 200);
    Path input = documents.write(directory.resolve("in"));

    NaiveBayes.run(
        flink,
        JobArguments.parse(new String[] {input.toString(), output().toString(), "--parts", "2"}));

    documents.assertIn(output());
  }

  @Test
  void anOutputThatExistsIsRefusedAndLeftAlone(StreamExecutionEnvironment flink) throws Exception {
    Files.createDirectories(output());
    Files.writeString(output().resolve("part-r-00000"), "existing content");

    assertThatThrownBy(() -> WordCount.run(flink, JobArguments.parse(arguments("to be"))))
        .hasMessageContaining("already exists");
    assertThat(PartFiles.lines(output())).containsExactly("existing content");
  }

  private String[] arguments(String text, String... options) throws IOException {
    Files.createDirectories(directory.resolve("in"));
    Files.writeString(directory.resolve("in/text"), text);
    String[] arguments = new String[options.length + 2];
    arguments[0] = in();
    arguments[1] = output().toString();
    System.arraycopy(options, 0, arguments, 2, options.length);
    return arguments;
  }

  private String in() {
    return directory.resolve("in").toString();
  }

  private Path output() {
    return directory.resolve("out");
  }
}
