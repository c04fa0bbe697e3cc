// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.Arrays;
import org.athanor.scheduler.ledger.Resources;

/**
 * The hard resources of one cluster that are free from now on, as steps. Times are seconds from
 * now. Numbers are in arrays, because a plan of 1,000 jobs looks at millions of steps. Used by one
 * thread while a plan is made.
 */
public final class Skyline {
  /** Free resources may be below 0 by this, relatively, because sums are rounded. */
  private static final double ROUNDING = 1e-9;

  /** From 1 vcore to 2^30; fewer are looked for from the first step. */
  private static final int EXPONENTS = 31;

  /** Step i is from from[i] to from[i + 1], the last one for ever. */
  private double[] from = new double[16];

  private double[] vcores = new double[16];
  private double[] memory = new double[16];
  private int size = 1;

  /**
   * By the binary exponent of a number of vcores: all steps before this one have fewer vcores free.
   * Plans of many jobs would look at these full steps again and again.
   */
  private final int[] full = new int[EXPONENTS];

  /** Makes a skyline of a cluster that stays as it is for ever. */
  public Skyline(Resources free) {
    vcores[0] = free.vcores();
    memory[0] = free.memoryBytes();
  }

  /** From a time on more is free, because a job ends. Before the first {@link #take}. */
  public void release(double time, Resources resources) {
    add(split(time), size, resources, 1);
  }

  /**
   * Takes resources for a time.
   *
   * @param start as {@link #earliest} gave it
   */
  public void take(double start, double end, Resources resources) {
    int first = split(start);
    add(first, split(end), resources, -1);
  }

  private void add(int first, int end, Resources resources, int sign) {
    for (int i = first; i < end; i++) {
      vcores[i] += sign * resources.vcores();
      memory[i] += sign * resources.memoryBytes();
    }
  }

  /** The index of the step that begins at a time, which is made if there is none. */
  private int split(double time) {
    int index = Arrays.binarySearch(from, 0, size, time);
    if (index >= 0) {
      return index;
    }
    int inserted = -index - 1;
    if (size == from.length) {
      from = Arrays.copyOf(from, 2 * size);
      vcores = Arrays.copyOf(vcores, 2 * size);
      memory = Arrays.copyOf(memory, 2 * size);
    }
    for (double[] each : new double[][] {from, vcores, memory}) {
      System.arraycopy(each, inserted, each, inserted + 1, size - inserted);
    }
    from[inserted] = time;
    vcores[inserted] = vcores[inserted - 1];
    memory[inserted] = memory[inserted - 1];
    size++;
    for (int i = 0; i < EXPONENTS; i++) {
      if (inserted < full[i]) {
        full[i]++;
      }
    }
    return inserted;
  }

  /**
   * The earliest time, from {@code notBefore}, from which the resources are free for the whole
   * duration; infinite if never, or if it is after {@code latest}.
   */
  public double earliest(double notBefore, double latest, double seconds, Resources resources) {
    double leastVcores = resources.vcores() - ROUNDING * Math.max(1, resources.vcores());
    double leastMemory = resources.memoryBytes() - ROUNDING * Math.max(1, resources.memoryBytes());
    int useful = useful(leastVcores);
    double start = Math.max(notBefore, from[useful]);
    if (start > latest) {
      return Double.POSITIVE_INFINITY;
    }
    int first = start > notBefore ? useful : stepAt(notBefore);
    for (int i = first; i < size && start <= latest; i++) {
      if (from[i] >= start + seconds) {
        return start;
      }
      if (vcores[i] < leastVcores || memory[i] < leastMemory) {
        start = i + 1 < size ? from[i + 1] : Double.POSITIVE_INFINITY;
      }
    }
    return start <= latest ? start : Double.POSITIVE_INFINITY;
  }

  /** What is free all the time from a moment to another one; nothing where it is below 0. */
  public Resources least(double start, double end) {
    int i = stepAt(start);
    double leastVcores = vcores[i];
    double leastMemory = memory[i];
    for (i++; i < size && from[i] < end; i++) {
      leastVcores = Math.min(leastVcores, vcores[i]);
      leastMemory = Math.min(leastMemory, memory[i]);
    }
    return new Resources(Math.max(0, leastVcores), Math.max(0, leastMemory), 0, 0);
  }

  /** The first step that may have so many vcores; the last one if none has. */
  private int useful(double leastVcores) {
    int exponent = Math.min(Math.getExponent(leastVcores), EXPONENTS - 1);
    if (exponent < 0) {
      return 0;
    }
    double least = Math.scalb(1.0, exponent);
    int i = full[exponent];
    while (i < size - 1 && vcores[i] < least) {
      i++;
    }
    full[exponent] = i;
    return i;
  }

  private int stepAt(double time) {
    int index = Arrays.binarySearch(from, 0, size, time);
    return index >= 0 ? index : -index - 2;
  }
}
