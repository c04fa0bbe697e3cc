// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

/**
 * A job's claim to threads: of the jobs that wait, the one with the highest priority is served
 * first, of those the one that has the fewest operations running, of those the oldest. Guarded by
 * the queue.
 */
public final class Share {
  private final long age;
  private int priority;
  private int running;

  /**
   * @param age grows with each job
   * @param priority higher is sooner
   */
  public Share(long age, int priority) {
    this.age = age;
    this.priority = priority;
  }

  boolean isBefore(Share other) {
    if (priority != other.priority) {
      return priority > other.priority;
    }
    if (running != other.running) {
      return running < other.running;
    }
    return age < other.age;
  }

  void setPriority(int priority) {
    this.priority = priority;
  }

  void begin() {
    running++;
  }

  void end() {
    running--;
  }

  boolean isIdle() {
    return running == 0;
  }
}
