// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

/** Makes a job break down. */
public final class Breaker {
  private Breaker() {}

  /** Does what happens if {@code failure} keeps an event from being handled. */
  public static void breakDown(JobExecution job, Throwable failure) {
    job.breakDown(failure);
  }
}
