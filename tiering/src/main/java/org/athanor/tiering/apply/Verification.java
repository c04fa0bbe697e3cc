// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.time.Duration;
import java.util.List;

/**
 * Looks at files again and again until they are as they should be: HDFS makes and deletes replicas
 * by itself, without telling.
 */
public final class Verification {
  private static final Duration LOOK_FIRST = Duration.ofSeconds(1);
  private static final Duration LOOK_LAST = Duration.ofSeconds(16);

  private Verification() {}

  /** Looks at one thing. */
  @FunctionalInterface
  public interface Look<T> {
    /**
     * How many of its parts, such as blocks, are not yet as they should be; 0 if it needs no
     * further look.
     */
    long remaining(T one) throws InterruptedException;
  }

  /** Work of others that HDFS does first. */
  @FunctionalInterface
  public interface Others {
    /** None. */
    Others NONE = () -> false;

    /** Whether HDFS has got ahead with it since the last question: then there is more time. */
    boolean haveAdvanced() throws InterruptedException;
  }

  /** The same as the other method, where HDFS does no work of others first. */
  public static <T> boolean await(
      List<T> left, Look<T> look, Duration patience, PlanExecution.Pause pause)
      throws InterruptedException {
    return await(left, look, Others.NONE, patience, pause);
  }

  /**
   * Removes those that have ended from a list, until none is left, or no part of any has come to be
   * as it should be for a while. As the number of such parts only counts where it was never so low,
   * this ends also where HDFS makes and deletes the same replicas again and again.
   *
   * @param left those to look at; those that have not ended stay
   * @param others asked after each look at those that have not ended
   * @param patience that while
   * @return whether any has ended
   */
  public static <T> boolean await(
      List<T> left, Look<T> look, Others others, Duration patience, PlanExecution.Pause pause)
      throws InterruptedException {
    int before = left.size();
    Duration waited = Duration.ZERO;
    Duration wait = LOOK_FIRST;
    long least = Long.MAX_VALUE;
    while (true) {
      long remaining = 0;
      List<T> looked = List.copyOf(left);
      left.clear();
      for (T one : looked) {
        long parts = look.remaining(one);
        if (parts > 0) {
          left.add(one);
          remaining += parts;
        }
      }
      boolean haveOthers = !left.isEmpty() && others.haveAdvanced();
      if (remaining < least || haveOthers) {
        least = Math.min(least, remaining);
        waited = Duration.ZERO;
        wait = LOOK_FIRST;
      }
      if (left.isEmpty() || waited.compareTo(patience) >= 0) {
        return left.size() < before;
      }
      pause.pause(wait);
      waited = waited.plus(wait);
      wait = wait.multipliedBy(2).compareTo(LOOK_LAST) > 0 ? LOOK_LAST : wait.multipliedBy(2);
    }
  }
}
