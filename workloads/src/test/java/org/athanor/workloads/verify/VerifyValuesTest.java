// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.athanor.testkit.SharedData;
import org.athanor.workloads.Verify;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks of hand-written outputs of PageRank, connected components, K-Means and TestDFSIO. */
class VerifyValuesTest {
  @TempDir Path directory;
  private final Configuration configuration = new Configuration();

  private Path file(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private String check(String kind, String input, String output, String... options)
      throws Exception {
    Path in = file("in/data", input);
    Path out = file("out/part-0", output).getParent();
    return Verify.check(
        configuration,
        Stream.concat(
                Stream.of(kind, "--input", in.toString(), "--output", out.toString()),
                Stream.of(options))
            .toArray(String[]::new));
  }

  private String components(String output) throws Exception {
    return check("components", "1\t2\n2\t3\n9\t8\n7\t7\n", output);
  }

  @Test
  void componentsAreComparedExactly() throws Exception {
    String right = "1\t1\n2\t1\n3\t1\n8\t8\n9\t8\n7\t7\n";
    assertThat(components(right)).isEqualTo("6 vertices in 3 components");
    assertThatThrownBy(() -> components(right.replace("3\t1", "3\t2")))
        .hasMessage("part-0 record 3: vertex 3 has 2; must be 1");
    assertThatThrownBy(() -> components(right + "1\t1\n"))
        .hasMessage("part-0 record 7: vertex 1 occurs a second time");
    assertThatThrownBy(() -> components(right + "4\t4\n"))
        .hasMessage("part-0 record 7: vertex 4 is not in the input");
    assertThatThrownBy(() -> components("1\t1\n2\t1\n3\t1\n"))
        .hasMessage("3 of 6 vertices are missing, such as 9");
    assertThatThrownBy(() -> components("1\t1\n2\n"))
        .hasMessage("part-0 record 2: \"2\": must be vertex and value with a tab between them");
    assertThatThrownBy(() -> components(""))
        .hasMessage("the output is empty; must have 6 vertices");
  }

  private String ranks(String output) throws Exception {
    return check("pagerank", "1\t2\n1\t3\n2\t3\n", output, "--iterations", "1");
  }

  @Test
  void ranksMayDifferByRoundingOnly() throws Exception {
    assertThat(ranks("1\t0.14444444444444443\n2\t0.28611111111111115\n3\t0.5694444444444444\n"))
        .isEqualTo("3 ranks");
    assertThat(ranks("1\t0.1444444445\n2\t0.2861111111\n3\t0.5694444444\n")).isEqualTo("3 ranks");
    assertThatThrownBy(() -> ranks("1\t0.144444445\n2\t0.2861111111\n3\t0.5694444444\n"))
        .hasMessageStartingWith("part-0 record 1: vertex 1 has 0.144444445; must be 0.14444444");
    assertThatThrownBy(() -> ranks("1\tNaN\n")).hasMessageContaining("vertex 1 has NaN");
    assertThatThrownBy(() -> ranks("1\t0.1444444445\n3\t0.5694444444\n"))
        .hasMessage("1 of 3 vertices are missing, such as 2");
  }

  @Test
  void anOutputIsOfAsManyIterationsAsItsRuleDemands() throws Exception {
    String right = "1\t0.14444444444444443\n2\t0.28611111111111115\n3\t0.5694444444444444\n";
    String[] options = {"--iterations", "9", "--tolerance", "0.5"};
    assertThatThrownBy(() -> check("pagerank", "1\t2\n1\t3\n2\t3\n", right, options))
        .hasMessageMatching(
            ".*/out/_iterations: does not exist; must have the number of iterations");

    // The first iteration changes ranks by 0.1889, 0.0472 and 0.2361.
    file("out/_iterations", "1\n");
    assertThat(check("pagerank", "1\t2\n1\t3\n2\t3\n", right, options))
        .isEqualTo("3 ranks after 1 iterations");
    options[3] = "0.4";
    assertThatThrownBy(() -> check("pagerank", "1\t2\n1\t3\n2\t3\n", right, options))
        .hasMessageMatching(
            "the output is of 1 iterations; in iteration 1, all ranks together change by"
                + " 0\\.4722.*: must go on after it");
    options[3] = "0.5";
    file("out/_iterations", "2\n");
    assertThatThrownBy(() -> check("pagerank", "1\t2\n1\t3\n2\t3\n", right, options))
        .hasMessageMatching("the output is of 2 iterations; in iteration 1, .*: must end after it");
    file("out/_iterations", "10\n");
    assertThatThrownBy(() -> check("pagerank", "1\t2\n1\t3\n2\t3\n", right, options))
        .hasMessageMatching(".*/out/_iterations: has 10; must be from 1 to 9");
    file("out/_iterations", "two\n");
    assertThatThrownBy(() -> check("pagerank", "1\t2\n1\t3\n2\t3\n", right, options))
        .isInstanceOf(WrongOutputException.class)
        .hasMessageMatching(".*/out/_iterations: has two; must be a number from 1");
  }

  @Test
  void aFixedNumberOfIterationsMustBeDone() throws Exception {
    String right = "1\t0.14444444444444443\n2\t0.28611111111111115\n3\t0.5694444444444444\n";
    file("out/_iterations", "1\n");
    assertThat(ranks(right)).isEqualTo("3 ranks");
    assertThatThrownBy(() -> check("pagerank", "1\t2\n1\t3\n2\t3\n", right, "--iterations", "2"))
        .hasMessageMatching(
            "the output is of 1 iterations; in iteration 1, all ranks together change by"
                + " 0\\.4722.*: must go on after it");
    file("out/_iterations", "2\n");
    assertThatThrownBy(() -> ranks(right)).hasMessageEndingWith(": has 2; must be from 1 to 1");
  }

  /** 1 | 3 5 7: one moves by 1; 1 3 | 5 7, both move by 1; the same. */
  private String moves(String offset, int iterations, String... options) throws Exception {
    String points = "1\n3\n5\n7\n".replaceAll("(\\d)", offset + "$1");
    Path centroids = file("centroids", "0\t" + offset + "0\n1\t" + offset + "4\n");
    file("out/_iterations", iterations + "\n");
    return check(
        "kmeans",
        points,
        (iterations == 1 ? "0\tX1\n1\tX5\n" : "0\tX2\n1\tX6\n").replace("X", offset),
        Stream.concat(
                Stream.of("--centroids", centroids.toString(), "--iterations", "9"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void whoseCentroidsStayMayEndBeforeTheLastIteration() throws Exception {
    assertThat(moves("", 3)).isEqualTo("2 centroids");
    assertThatThrownBy(() -> moves("", 2))
        .hasMessage(
            "the output is of 2 iterations; in iteration 2, a centroid moves by 1.0: must go on"
                + " after it");
  }

  /**
   * Means of at most three numbers near 10⁹ have an error of 2 × (3 + 2) × 2⁻⁵³ × 10⁹ = 1.1 × 10⁻⁶,
   * and a move has twice that.
   */
  @Test
  void aMoveIsAsUncertainAsItsCoordinates() throws Exception {
    String offset = "100000000";
    for (int iterations : new int[] {1, 3}) {
      for (String tolerance : new String[] {"0.999999", "1.000001"}) {
        assertThat(moves(offset, iterations, "--tolerance", tolerance))
            .isEqualTo("2 centroids after " + iterations + " iterations");
      }
    }
    assertThatThrownBy(() -> moves(offset, 1, "--tolerance", "0.99999"))
        .hasMessageEndingWith("in iteration 1, a centroid moves by 1.0: must go on after it");
    assertThatThrownBy(() -> moves(offset, 3, "--tolerance", "1.00001"))
        .hasMessageEndingWith("in iteration 1, a centroid moves by 1.0: must end after it");
    assertThatThrownBy(() -> moves("", 1, "--tolerance", "0.999999"))
        .hasMessageEndingWith("in iteration 1, a centroid moves by 1.0: must go on after it");
    assertThatThrownBy(() -> moves("", 3, "--tolerance", "1.000001"))
        .hasMessageEndingWith("in iteration 1, a centroid moves by 1.0: must end after it");
    assertThatThrownBy(() -> moves(offset, 4, "--tolerance", "0.000002"))
        .hasMessageStartingWith(
            "the number of iterations cannot be checked: tolerance 2.0E-6 is not above 2.2")
        .hasMessageEndingWith(
            "E-6, the rounding error of a change, and iteration 3 changes by 0.0;"
                + " the tolerance must be larger");
    assertThat(moves(offset, 3, "--tolerance", "0.000002"))
        .isEqualTo("2 centroids after 3 iterations");
  }

  @Test
  void aChangeOfRanksIsAsUncertainAsTheirSums() {
    double one = 28 * 0x1p-53;
    assertThat(PageRankCheck.changeError(3, 2)).isEqualTo(13 * one);
    assertThat(PageRankCheck.changeError(100_000, 1_000)).isEqualTo(101_008 * one);
    assertThat(PageRankCheck.changeError(1L << 30, 1 << 20)).isEqualTo(2e-9);
    assertThat(KMeansCheck.moveError(1_000_000_000, 4, 3)).isEqualTo(2 * 2 * 1e-9 * 3);
  }

  /** After 100 iterations the ranks agree with the description of the data. */
  @Test
  void theReferenceFindsTheKnownRanksOfARealGraph() throws Exception {
    Path graph = SharedData.file("graph/email-Eu-core.txt");
    Path reference = directory.resolve("reference");
    Path output = file("out/part-0", "").getParent();
    assertThatThrownBy(
            () ->
                Verify.check(
                    configuration,
                    "pagerank",
                    "--iterations",
                    "100",
                    "--input",
                    graph.toString(),
                    "--output",
                    output.toString(),
                    "--reference",
                    reference.toString()))
        .hasMessage("the output is empty; must have 1005 vertices");

    byte[] content = Files.readAllBytes(reference);
    ByteBuffer entries =
        ByteBuffer.wrap(Arrays.copyOfRange(content, content.length - 16 * 1005, content.length));
    Map<Long, Double> ranks = new HashMap<>();
    while (entries.hasRemaining()) {
      ranks.put(entries.getLong(), entries.getDouble());
    }
    assertThat(ranks.get(1L)).isCloseTo(9.981137e-3, within(5e-10));
    assertThat(ranks.get(130L)).isCloseTo(7.297438e-3, within(5e-10));
    assertThat(ranks.get(160L)).isCloseTo(6.737997e-3, within(5e-10));
  }

  private String centroids(String output) throws Exception {
    Path first = file("centroids", "0\t0,0\n1\t10,10\n");
    return check(
        "kmeans",
        "1,1\n-1,1\n9,9\n11,10\n",
        output,
        "--centroids",
        first.toString(),
        "--iterations",
        "2");
  }

  @Test
  void centroidsMayDifferByRoundingOnly() throws Exception {
    assertThat(centroids("0\t0.0,1.0\n1\t10.0,9.5\n")).isEqualTo("2 centroids");
    assertThat(centroids("1\t10.000000001,9.5\n0\t0.0,1.0\n")).isEqualTo("2 centroids");
    assertThatThrownBy(() -> centroids("0\t0.0,1.0\n1\t10.0,9.51\n"))
        .hasMessageStartingWith("part-0 record 2: vertex 1 has 10.0,9.51; must be 9.5 ± ");
    assertThatThrownBy(() -> centroids("0\t0.0,1.0\n"))
        .hasMessage("1 of 2 vertices are missing, such as 1");
    assertThatThrownBy(() -> centroids("0\t0.0,1.0\n1\t10.0\n"))
        .hasMessage(
            "part-0 record 2: \"1\t10.0\": must be an index, a tab, and 2 coordinates with commas");
  }

  private void dfsio() throws IOException {
    byte[] content = new byte[1_000_100];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) ('0' + i % 1_000_000 % 50);
    }
    Files.createDirectories(directory.resolve("io/io_data"));
    Files.write(directory.resolve("io/io_data/test_io_0"), content);
    Files.write(directory.resolve("io/io_data/test_io_1"), content);
    file("io/io_read/part-00000", "f:rate\t1\nl:size\t2000200\nl:tasks\t2\n");
  }

  private String checkIo() throws Exception {
    return Verify.check(
        configuration,
        "dfsio",
        "--output",
        directory.resolve("io").toString(),
        "--files",
        "2",
        "--file-size",
        "1000100");
  }

  @Test
  void filesOfTestDfsioAreComparedByteByByte() throws Exception {
    dfsio();
    assertThat(checkIo()).isEqualTo("2 files of 1000100 bytes, written and read");

    Path file = directory.resolve("io/io_data/test_io_1");
    byte[] content = Files.readAllBytes(file);
    content[1_000_003]++;
    Files.write(file, content);
    assertThatThrownBy(this::checkIo).hasMessage("test_io_1: byte 1000003 is 52; must be 51");
    Files.write(file, Arrays.copyOf(content, 17));
    assertThatThrownBy(this::checkIo).hasMessage("test_io_1: has 17 bytes; must have 1000100");
    Files.delete(file);
    assertThatThrownBy(this::checkIo).hasMessageEndingWith("io_data: has 1 files; must have 2");
    dfsio();
    file("io/io_read/part-00000", "l:size\t5\n");
    assertThatThrownBy(this::checkIo)
        .hasMessage("io_read/part-00000: 5 bytes read; must be 2000200");
    file("io/io_read/part-00000", "l:size\t5.0\n");
    assertThatThrownBy(this::checkIo)
        .isInstanceOf(WrongOutputException.class)
        .hasMessage("io_read/part-00000: \"5.0\" bytes read; must be a number");
  }
}
