// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

/** What a prediction was made from, the best first. */
public enum Source {
  /** A line through runs of the application on the cluster. */
  LINE("runs of the application on the cluster"),
  /** A line through runs with other settings, times the ratio of those with the newest ones. */
  OTHER_SETTINGS("runs of the application on the cluster, most with other settings"),
  /**
   * Runs of the application on the cluster with the nearest size, too few or too alike for a line.
   */
  NEAREST_SIZE("runs of the application on the cluster with the nearest size"),
  /**
   * Runs of the application on another cluster, or with another framework there, times the ratio of
   * other applications.
   */
  OTHER_CLUSTER("runs of the application on another cluster or framework"),
  /** Of joules: predicted seconds, the cores that are busy meanwhile, and the power of nodes. */
  POWER("predicted seconds and the power of the nodes"),
  /** The user's estimate. */
  ESTIMATE("the user's estimate");

  private final String text;

  Source(String text) {
    this.text = text;
  }

  /** Whether the application itself was measured on the cluster. */
  public boolean isMeasuredThere() {
    return this == LINE || this == OTHER_SETTINGS || this == NEAREST_SIZE;
  }

  /** As users read it. */
  public String text() {
    return text;
  }
}
