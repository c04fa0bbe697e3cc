// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobArguments.Extra;
import org.athanor.workloads.testing.Documents;
import org.athanor.workloads.testing.Expected;
import org.athanor.workloads.testing.GraphOutput;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.testing.SequenceFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LocalSpark.class)
class SparkProgramsTest {

  @TempDir Path directory;

  @Test
  void grepCountsAllMatchesOfALineTheMostFrequentFirst(JavaSparkContext spark) throws Exception {
    Grep.run(
        spark,
        JobArguments.parse(
            arguments("a1 a2 b7\na2\nb a2 a1\n", "--pattern", "a[0-9]"), Extra.PATTERN));

    assertThat(PartFiles.in(output())).hasSize(1);
    assertThat(PartFiles.lines(output())).containsExactly("3\ta2", "2\ta1");
  }

  @Test
  void sortSendsKeysWhereHadoopSendsThemAndSortsEachPart(JavaSparkContext spark) throws Exception {
    SequenceFiles.write(directory.resolve("in"), 500);

    Sort.run(spark, JobArguments.parse(new String[] {in(), output().toString(), "--parts", "3"}));

    SequenceFiles.assertSorted(directory.resolve("in"), PartFiles.in(output()), 3);
  }

  @Test
  void pageRankSharesTheRankOfVerticesWithoutOutEdgesAmongAll(JavaSparkContext spark)
      throws Exception {
    String edges = "# a comment\n1\t2\n1\t2\n1\t3\n2\t3\n4\t1\n5\t5\n";

    PageRank.run(spark, JobArguments.parse(arguments(edges, "--iterations", "7", "--parts", "3")));

    Expected.ranks(edges, 7).assertIn(PartFiles.lines(output()));
  }

  @Test
  void everyVertexOfAComponentGetsItsSmallestIdHoweverLongTheWay(JavaSparkContext spark)
      throws Exception {
    StringBuilder chain = new StringBuilder("100\t101\n101\t100\n-7\t200\n200\t200\n300\t300\n");
    IntStream.range(0, 30).forEach(i -> chain.append(i + 1).append('\t').append(i).append('\n'));

    ConnectedComponents.run(spark, JobArguments.parse(arguments(chain.toString())));

    assertThat(PartFiles.lines(output()))
        .contains("100\t100", "101\t100", "-7\t-7", "200\t-7", "300\t300")
        .containsAll(IntStream.rangeClosed(0, 30).mapToObj(i -> i + "\t0").toList())
        .hasSize(36);
    try (var left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("in", "out");
    }
  }

  @Test
  void kMeansMovesCentroidsAndLeavesThoseWithoutPoints(JavaSparkContext spark) throws Exception {
    Path centroids = Files.createDirectories(directory.resolve("centroids")).resolve("part-0");
    Files.write(centroids, List.of("1\t10.0,10.0", "0\t0,0", "2\t-99,-99"));

    KMeans.run(
        spark,
        JobArguments.parse(
            arguments(
                "1,1\n-1,1\n9,9\n5,5\n12.5,1e1\n",
                "--centroids",
                centroids.getParent().toString(),
                "--iterations",
                "1"),
            Extra.CENTROIDS));

    assertThat(PartFiles.lines(output()))
        .containsExactly("0\t" + 5.0 / 3 + "," + 7.0 / 3, "1\t10.75,9.5", "2\t-99.0,-99.0");
  }

  @Test
  void ranksConvergeInAsManyIterationsAsTheCheckFinds(JavaSparkContext spark) throws Exception {
    String edges = "1\t2\n1\t3\n2\t3\n3\t1\n4\t1\n4\t5\n";
    String[] options = {"--tolerance", "0.02", "--iterations", "30", "--parts", "2"};

    PageRank.run(spark, JobArguments.parse(arguments(edges, options), Extra.TOLERANCE));

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
  void centroidsMoveUntilTheyStay(JavaSparkContext spark) throws Exception {
    Path centroids = Files.writeString(directory.resolve("centroids"), "0\t0\n1\t4\n");
    String[] options = {
      "--centroids", centroids.toString(), "--tolerance", "0.5", "--iterations", "9"
    };

    KMeans.run(
        spark,
        JobArguments.parse(arguments("1\n3\n5\n7\n", options), Extra.CENTROIDS, Extra.TOLERANCE));

    assertThat(PartFiles.lines(output())).containsExactlyInAnyOrder("0\t2.0", "1\t6.0");
    assertThat(
            GraphOutput.verify(
                new Configuration(), output(), "kmeans", directory.resolve("in"), options))
        .isEqualTo("2 centroids after 3 iterations");
  }

  @Test
  void graphxRanksAsTheFormulaSays(JavaSparkContext spark) throws Exception {
    String edges = "# a comment\n1\t2\n1\t2\n1\t3\n2\t3\n4\t1\n5\t5\n";

    GraphxPageRank.run(
        spark,
        JobArguments.parse(arguments(edges, "--iterations", "4", "--parts", "2"), Extra.TOLERANCE));

    Expected.ranks(edges, 4).assertIn(PartFiles.lines(output()));
    assertThat(PartFiles.in(output())).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void graphxRanksConvergeInAsManyIterationsAsTheCheckFinds(JavaSparkContext spark)
      throws Exception {
    String edges = "1\t2\n1\t3\n2\t3\n3\t1\n4\t1\n4\t5\n";
    String[] options = {"--tolerance", "0.05", "--iterations", "30"};

    GraphxPageRank.run(spark, JobArguments.parse(arguments(edges, options), Extra.TOLERANCE));

    assertThat(
            GraphOutput.verify(
                new Configuration(), output(), "pagerank", directory.resolve("in"), options))
        .matches("5 ranks after ([3-9]|1[0-9]) iterations");
  }

  @Test
  void graphxLabelsComponentsWithTheirSmallestId(JavaSparkContext spark) throws Exception {
    GraphxComponents.run(
        spark, JobArguments.parse(arguments("7\t-3\n7\t8\n5\t5\n20\t21\n22\t21\n")));

    assertThat(GraphOutput.results(output()))
        .isEqualTo(Map.of(-3L, "-3", 7L, "-3", 8L, "-3", 5L, "5", 20L, "20", 21L, "20", 22L, "20"));
  }

  @Test
  void dataFramesCountTheWordsBetweenAllBlanks(JavaSparkContext spark) throws Exception {
    DataFrameWordCount.run(
        SparkSession.builder().sparkContext(spark.sc()).getOrCreate(),
        JobArguments.parse(
            arguments("to be, or\tnot\n\n to\fbe \u00e9t\u00e9 \n", "--parts", "2")));

    assertThat(PartFiles.lines(output()))
        .containsExactlyInAnyOrder(
            "to\t2", "be,\t1", "or\t1", "not\t1", "be\t1", "\u00e9t\u00e9\t1");
  }

  @Test
  void naiveBayesClassifiesAsTheFormulaSays(JavaSparkContext spark) throws Exception {
    Documents documents = Documents.random(7, 200);
    Path input = documents.write(directory.resolve("in"));

    NaiveBayes.run(
        spark,
        JobArguments.parse(new String[] {input.toString(), output().toString(), "--parts", "2"}));

    documents.assertIn(output());
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
