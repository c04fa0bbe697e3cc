// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.workloads.program.Centroids;
import org.athanor.workloads.program.Points;
import org.athanor.workloads.usage.CommandLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks the distributions of the generators' output. Bounds are at least five standard deviations
 * wide.
 */
class DistributionTest {

  private static List<String> lines(int count, String kind, String... options) throws IOException {
    Generator generator = Options.generator(kind, new CommandLine(options));
    RecordSource source = generator.part(0, 0);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RecordBuffer buffer = new RecordBuffer(bytes);
    for (int i = 0; i < count; i++) {
      source.next(buffer);
      buffer.endRecord();
    }
    buffer.flush();
    return bytes.toString(StandardCharsets.US_ASCII).lines().toList();
  }

  @ParameterizedTest
  @CsvSource({"10, 1", "1000, 0.5", "70000, 1", "200000, 0.8", "100000000, 0.8", "1, 1", "5, 0"})
  void ranksHaveZipfFrequencies(long n, double exponent) {
    Zipf zipf = new Zipf(n, exponent);
    SplitMix random = new SplitMix(1, 1);
    int draws = 1_000_000;
    long[] bounds = {1, 2, 4, 64, 4096, 65_536, 100_000, 10_000_000, Long.MAX_VALUE};
    long[] counts = new long[bounds.length];
    for (int i = 0; i < draws; i++) {
      long k = zipf.next(random);
      assertThat(k).isBetween(0L, n - 1);
      int range = 0;
      while (k >= bounds[range]) {
        range++;
      }
      counts[range]++;
    }
    double all = sum(0, n, exponent);
    for (int i = 0; i < bounds.length; i++) {
      long from = i == 0 ? 0 : Math.min(n, bounds[i - 1]);
      double expected = sum(from, Math.min(n, bounds[i]), exponent) / all;
      double deviation = Math.sqrt(expected * (1 - expected) / draws);
      assertThat((double) counts[i] / draws)
          .as("numbers from %d below %d", from, bounds[i])
          .isCloseTo(expected, within(5 * deviation + 1e-4 * expected));
    }
  }

  private static double sum(long from, long to, double exponent) {
    double sum = 0;
    for (long k = to; k > from; k--) {
      sum += Math.pow(k, -exponent);
    }
    return sum;
  }

  @Test
  void allWordsAreDifferent() throws IOException {
    List<String> words =
        lines(300_000, "text", "--size", "1k", "--vocabulary", "30000", "--exponent", "0").stream()
            .flatMap(line -> Arrays.stream(line.split(" ", -1)))
            .distinct()
            .toList();
    assertThat(words).hasSize(30_000).allMatch(word -> word.matches("([b-z][aeiou]){1,3}"));
  }

  @Test
  void linesHaveFiveToFifteenWords() throws IOException {
    assertThat(lines(10_000, "text", "--size", "1k"))
        .allSatisfy(line -> assertThat(line.split(" ", -1)).hasSizeBetween(5, 15))
        .anySatisfy(line -> assertThat(line.split(" ", -1)).hasSize(5))
        .anySatisfy(line -> assertThat(line.split(" ", -1)).hasSize(15));
  }

  @Test
  void namesOfVerticesAreAPermutation() {
    for (int bits = 1; bits <= 16; bits++) {
      Permutation names = new Permutation(bits, 1, 2);
      BitSet seen = new BitSet();
      for (long vertex = 0; vertex < 1L << bits; vertex++) {
        seen.set((int) names.of(vertex));
      }
      assertThat(seen.cardinality()).isEqualTo(1 << bits);
      assertThat(seen.length()).isEqualTo(1 << bits);
    }
  }

  /** Without the permutation, the share of edges in each quadrant of the matrix is A, B, C, D. */
  @Test
  void kroneckerEdgesFallIntoQuadrantsAsStated() {
    KroneckerGenerator generator =
        new KroneckerGenerator(new Options(new CommandLine("--size", "1k", "--scale", "11")));
    GraphGenerator.EdgeSource edges = generator.edges();
    SplitMix random = new SplitMix(1, 0);
    long[] edge = new long[2];
    int draws = 400_000;
    for (int bit = 0; bit < 11; bit++) {
      int[] quadrants = new int[4];
      for (int i = 0; i < draws; i++) {
        edges.draw(random, edge);
        quadrants[(int) (2 * (edge[0] >> bit & 1) + (edge[1] >> bit & 1))]++;
      }
      double[] expected = {0.57, 0.19, 0.19, 0.05};
      for (int i = 0; i < 4; i++) {
        assertThat((double) quadrants[i] / draws).isCloseTo(expected[i], within(0.004));
      }
    }
  }

  /** With s = 0.8, the degree of rank k is proportional to k^-0.8. */
  @Test
  void powerLawDegreesFollowTheFormula() throws IOException {
    Map<String, Integer> in = new HashMap<>();
    Map<String, Integer> out = new HashMap<>();
    for (String edge : lines(1_000_000, "powerlaw", "--size", "1k", "--scale", "16")) {
      String[] ends = edge.split("\t", -1);
      out.merge(ends[0], 1, Integer::sum);
      in.merge(ends[1], 1, Integer::sum);
    }
    for (Map<String, Integer> degrees : List.of(in, out)) {
      List<Integer> sorted = degrees.values().stream().sorted(Comparator.reverseOrder()).toList();
      double slope = Math.log((double) sorted.get(0) / sorted.get(999)) / Math.log(1000);
      assertThat(slope).isCloseTo(0.8, within(0.02));
    }
    String hub = out.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    assertThat(in.getOrDefault(hub, 0))
        .as("in-degree of the vertex with most out-edges")
        .isLessThan(in.values().stream().max(Comparator.naturalOrder()).orElseThrow());
  }

  @Test
  void pointsAreAroundTheirCentres() throws IOException {
    String[] options = {"--size", "1k", "--clusters", "1", "--dimensions", "3"};
    double[] sums = new double[3];
    double[] squares = new double[3];
    int count = 200_000;
    for (String line : lines(count, "gaussian", options)) {
      double[] point = Points.parse(line);
      for (int i = 0; i < 3; i++) {
        sums[i] += point[i];
        squares[i] += point[i] * point[i];
      }
    }
    for (int i = 0; i < 3; i++) {
      double mean = sums[i] / count;
      assertThat(mean).isBetween(-0.1, 100.1);
      assertThat(Math.sqrt(squares[i] / count - mean * mean)).isCloseTo(5, within(0.05));
    }
    String centroids =
        new String(
            Options.generator("gaussian", new CommandLine(options)).companions().get("centroids"),
            StandardCharsets.US_ASCII);
    assertThat(Centroids.parse(centroids.lines().toList()).dimension()).isEqualTo(3);
  }
}
