// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.util.random.RandomGenerator;

/**
 * How predictions are wrong.
 *
 * @param amount by how much: each popularity is multiplied by a random number from 1 − amount to 1
 *     + amount, from 0 to 1. What is 0 stays 0, so it is still known which files will be read
 * @param mistaken with what chance a file's prediction is that of another file, drawn anew for each
 *     prediction among all others, from 0 to 1: files that will be read are missed, and others are
 *     predicted instead
 */
public record PredictionErrors(double amount, double mistaken) {
  /** Predictions as they are. */
  public static final PredictionErrors NONE = new PredictionErrors(0, 0);

  public PredictionErrors {
    check("amount", amount);
    check("mistaken", mistaken);
  }

  private static void check(String name, double part) {
    if (!(part >= 0 && part <= 1)) {
      throw new IllegalArgumentException(name + "=" + part + ": must be from 0 to 1");
    }
  }

  /** What is predicted instead, for each file. */
  double[] of(double[] predicted, RandomGenerator random) {
    double[] wrong = new double[predicted.length];
    for (int file = 0; file < wrong.length; file++) {
      double factor = 1 + amount * (2 * random.nextDouble() - 1);
      wrong[file] = predicted[predictedFor(file, predicted.length, random)] * factor;
    }
    return wrong;
  }

  /** The file whose prediction a file gets. */
  private int predictedFor(int file, int files, RandomGenerator random) {
    if (mistaken == 0 || files == 1 || random.nextDouble() >= mistaken) {
      return file;
    }
    int other = random.nextInt(files - 1);
    return other < file ? other : other + 1;
  }
}
