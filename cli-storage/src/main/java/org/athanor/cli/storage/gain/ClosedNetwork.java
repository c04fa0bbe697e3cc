// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.util.Arrays;
import java.util.List;

/**
 * A closed network of queues: a number of customers that come back at once when they are served. By
 * Schweitzer's approximate mean value analysis: an arriving customer finds the queues of a network
 * with one customer less, in the same proportions.
 */
final class ClosedNetwork {
  private static final int MOST_STEPS = 1000;
  private static final double PRECISION = 1e-6;

  private ClosedNetwork() {}

  /**
   * How many customers are served per second.
   *
   * @param works what each station works for one customer on average, in seconds, from 0; at least
   *     one is above 0
   * @param customers from 1
   */
  static double throughput(List<Double> works, int customers) {
    double[] demands = works.stream().mapToDouble(Double::doubleValue).toArray();
    double[] queues = new double[demands.length];
    Arrays.fill(queues, (double) customers / demands.length);
    double others = (customers - 1.0) / customers;
    double throughput = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
      double seconds = 0;
      for (int i = 0; i < demands.length; i++) {
        seconds += demands[i] * (1 + others * queues[i]);
      }
      double next = customers / seconds;
      for (int i = 0; i < demands.length; i++) {
        queues[i] = next * demands[i] * (1 + others * queues[i]);
      }
      if (Math.abs(next - throughput) <= PRECISION * next) {
        return next;
      }
      throughput = next;
    }
    return throughput;
  }
}
