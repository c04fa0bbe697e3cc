// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

/**
 * What the daemon does.
 *
 * @param planning who decides about files
 * @param foresight by what files are ranked
 * @param periodSeconds between two decisions, from a millisecond
 * @param streams blocks that a node sends at once, from 1
 * @param slotSeconds accesses of a file in the same slot of this length count as concurrent, from a
 *     millisecond
 * @param errors how predictions are wrong
 */
public record ManagerRules(
    Planning planning,
    Foresight foresight,
    double periodSeconds,
    int streams,
    double slotSeconds,
    PredictionErrors errors) {
  public ManagerRules {
    checkTime("periodSeconds", periodSeconds);
    checkTime("slotSeconds", slotSeconds);
    if (streams < 1) {
      throw new IllegalArgumentException("streams=" + streams + ": must be from 1");
    }
  }

  private static void checkTime(String name, double seconds) {
    if (!(seconds >= 1e-3) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException(name + "=" + seconds + ": must be from 0.001 and finite");
    }
  }
}
