// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SkewedReadsTest {
  private static final int FILES = 32;
  private static final int READS = 100_000;

  @Test
  void drawsTheSameForTheSameSeedOnly() {
    assertThat(new SkewedReads(FILES, 5).next(50)).isEqualTo(new SkewedReads(FILES, 5).next(50));
    assertThat(new SkewedReads(FILES, 5).next(50)).isNotEqualTo(new SkewedReads(FILES, 6).next(50));
  }

  @Test
  void goesOnWithOtherDrawsOfTheSamePopularity() {
    SkewedReads reads = new SkewedReads(FILES, 1);
    long[] first = counts(reads.next(READS));
    long[] second = counts(reads.next(READS));
    assertThat(first).isNotEqualTo(second);
    for (int file = 0; file < FILES; file++) {
      assertThat(second[file]).isCloseTo(first[file], within(READS / 100L));
    }
  }

  /**
   * Weights of 32 ranks: 1, 2^-0.92 = 0.5285, 3^-0.92 = 0.3640 and so on; their sum is 4.70, so the
   * first has 21.3 % of the reads, the second 11.2 %.
   */
  @Test
  void readsFewFilesOften() {
    long[] counts = counts(new SkewedReads(FILES, 3).next(READS));
    Arrays.sort(counts);
    double sum = 0;
    for (int rank = 1; rank <= FILES; rank++) {
      sum += Math.pow(rank, -0.92);
    }
    assertThat(counts[FILES - 1] / (double) READS).isCloseTo(1 / sum, within(0.01));
    assertThat(counts[FILES - 2] / (double) READS)
        .isCloseTo(Math.pow(2, -0.92) / sum, within(0.01));
    assertThat(counts[0]).isPositive();
  }

  @Test
  void givesRanksByTheSeed() {
    assertThat(mostRead(1)).isNotEqualTo(mostRead(2));
  }

  private static int mostRead(long seed) {
    long[] counts = counts(new SkewedReads(FILES, seed).next(READS));
    int most = 0;
    for (int file = 1; file < FILES; file++) {
      most = counts[file] > counts[most] ? file : most;
    }
    return most;
  }

  @Test
  void drawsTheOnlyFile() {
    assertThat(new SkewedReads(1, 1).next(3)).containsOnly(0);
    assertThat(new SkewedReads(1, 1).next(0)).isEmpty();
  }

  @Test
  void refusesNoFiles() {
    assertThatThrownBy(() -> new SkewedReads(0, 1)).hasMessage("count=0: must be 1 or more");
  }

  private static long[] counts(int[] drawn) {
    long[] counts = new long[FILES];
    for (int file : drawn) {
      counts[file]++;
    }
    return counts;
  }
}
