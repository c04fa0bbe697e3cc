// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

import java.util.Random;

/**
 * Draws files to read, of which few are read often: the file of rank r has the weight 1/r^{@value
 * #EXPONENT}. This is the exponent with the largest likelihood for the 1,375 input paths of
 * Facebook's trace of 2010 that were read more than once (0.92). The trace's other paths, each read
 * once, are left out: nobody can know before that they will be read.
 *
 * <p>A seed decides the ranks of the files and all draws. Not thread-safe.
 */
public final class SkewedReads {
  private static final double EXPONENT = 0.92;

  private final Random random;

  /** The file of each rank, the most popular first. */
  private final int[] files;

  /** The sums of the weights of all ranks up to each. */
  private final double[] sums;

  /**
   * Gives files their ranks.
   *
   * @param count number of files, from 1
   */
  public SkewedReads(int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("count=" + count + ": must be 1 or more");
    }
    random = new Random(seed);
    files = new int[count];
    sums = new double[count];
    double sum = 0;
    for (int rank = 0; rank < count; rank++) {
      sum += Math.pow(rank + 1.0, -EXPONENT);
      sums[rank] = sum;
      // Inserts each file at a random place of those before it.
      int place = random.nextInt(rank + 1);
      files[rank] = files[place];
      files[place] = rank;
    }
  }

  /**
   * Draws the next reads.
   *
   * @param reads how many, from 0
   * @return numbers of files, from 0
   */
  public int[] next(int reads) {
    int[] drawn = new int[reads];
    for (int i = 0; i < reads; i++) {
      double chance = random.nextDouble() * sums[sums.length - 1];
      int rank = 0;
      while (sums[rank] <= chance) {
        rank++;
      }
      drawn[i] = files[rank];
    }
    return drawn;
  }
}
