// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

/** Lets a job meet what makes it break down. */
public final class Breaker {
  private Breaker() {}

  /** As if an event could not be carried out because of {@code failure}. */
  public static void breakDown(JobExecution job, Throwable failure) {
    job.breakDown(failure);
  }
}
