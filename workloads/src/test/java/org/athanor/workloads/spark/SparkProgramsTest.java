// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobArguments.Extra;
import org.athanor.workloads.testing.Expected;
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
