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
    /** Whether it needs no further look. */
    boolean hasEnded(T one) throws InterruptedException;
  }

  /**
   * Removes those that have ended from a list, until none is left, or none has ended for a while.
   *
   * @param left those to look at; those that have not ended stay
   * @param patience that while
   * @return whether any has ended
   */
  public static <T> boolean await(
      List<T> left, Look<T> look, Duration patience, PlanExecution.Pause pause)
      throws InterruptedException {
    int before = left.size();
    Duration waited = Duration.ZERO;
    Duration wait = LOOK_FIRST;
    while (true) {
      int last = left.size();
      List<T> looked = List.copyOf(left);
      left.clear();
      for (T one : looked) {
        if (!look.hasEnded(one)) {
          left.add(one);
        }
      }
      if (left.size() < last) {
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
