// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

/**
 * A job's share of the threads. Of the jobs that wait for a thread, the one with the highest
 * priority comes first; among equal priorities, the one with the fewest running operations; among
 * those, the oldest. Guarded by the queue's lock.
 */
public final class Share {
  private final long age;
  private int priority;
  private int running;

  /**
   * @param age greater for each later job
   * @param priority a job with a higher priority comes first
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
