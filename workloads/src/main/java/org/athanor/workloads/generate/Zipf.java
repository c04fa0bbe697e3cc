// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.util.ArrayDeque;

/**
 * Numbers k from 0 to n − 1 with probability proportional to (k + 1)^−s, by the alias method (Vose,
 * IEEE Trans. Softw. Eng. 17(9), 1991): one table look-up per number, whatever n. Each of the first
 * 65,536 numbers has its own entry. The others share entries and are drawn uniformly from an entry;
 * its ends differ by 1, or by less than 0.1 % for n up to 10⁴⁰. Immutable, thread-safe.
 */
final class Zipf {
  private static final int HEAD = 1 << 16;

  /** First number of each entry, then n. */
  private final long[] first;

  /**
   * Threshold of each entry: if a random 32-bit number is below it, the entry is drawn, otherwise
   * its alias.
   */
  private final long[] threshold;

  private final int[] alias;

  /**
   * A distribution.
   *
   * @param n number of values, at least 1
   * @param exponent s, at least 0
   */
  Zipf(long n, double exponent) {
    int head = (int) Math.min(HEAD, n);
    int tail = (int) Math.min(HEAD, n - head);
    int entries = head + tail;
    first = new long[entries + 1];
    double[] weight = new double[entries];
    for (int i = 0; i < head; i++) {
      first[i] = i;
      weight[i] = StrictMath.pow(i + 1, -exponent);
    }
    double ratio = tail == 0 ? 1 : StrictMath.pow((double) n / head, 1.0 / tail);
    double end = head;
    for (int i = head; i < entries; i++) {
      first[i] = i == head ? head : Math.max(first[i - 1] + 1, Math.min(n, Math.round(end)));
      end *= ratio;
    }
    first[entries] = n;
    for (int i = head; i < entries; i++) {
      weight[i] = integral(first[i] + 0.5, first[i + 1] + 0.5, exponent);
    }
    threshold = new long[entries];
    alias = new int[entries];
    fill(weight);
  }

  private static double integral(double from, double to, double exponent) {
    if (exponent == 1) {
      return StrictMath.log(to / from);
    }
    double power = 1 - exponent;
    return (StrictMath.pow(to, power) - StrictMath.pow(from, power)) / power;
  }

  private void fill(double[] weight) {
    double sum = 0;
    for (double some : weight) {
      sum += some;
    }
    double[] scaled = new double[weight.length];
    ArrayDeque<Integer> small = new ArrayDeque<>();
    ArrayDeque<Integer> large = new ArrayDeque<>();
    for (int i = 0; i < weight.length; i++) {
      scaled[i] = weight[i] / sum * weight.length;
      (scaled[i] < 1 ? small : large).add(i);
    }
    while (!small.isEmpty() && !large.isEmpty()) {
      int less = small.remove();
      int more = large.peek();
      threshold[less] = (long) (scaled[less] * 0x1p32);
      alias[less] = more;
      scaled[more] -= 1 - scaled[less];
      if (scaled[more] < 1) {
        small.add(large.remove());
      }
    }
    for (ArrayDeque<Integer> rest : java.util.List.of(small, large)) {
      for (int i : rest) {
        threshold[i] = 1L << 32;
        alias[i] = i;
      }
    }
  }

  long next(SplitMix random) {
    long bits = random.next();
    int column = (int) (((bits >>> 32) * alias.length) >>> 32);
    int entry = (bits & 0xFFFFFFFFL) < threshold[column] ? column : alias[column];
    long width = first[entry + 1] - first[entry];
    return width == 1 ? first[entry] : first[entry] + random.below(width);
  }
}
