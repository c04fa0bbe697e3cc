// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

/**
 * What the daemon does.
 *
 * @param planning who decides about files
 * @param foresight by what files are ranked
 * @param periodSeconds between two decisions, from a millisecond
 * @param streams blocks that a node sends at once, from 1
 * @param error how wrong predictions are: each popularity is multiplied by a random number from 1 −
 *     error to 1 + error, from 0 to 1
 */
public record ManagerRules(
    Planning planning, Foresight foresight, double periodSeconds, int streams, double error) {
  public ManagerRules {
    if (!(periodSeconds >= 1e-3) || Double.isInfinite(periodSeconds)) {
      throw new IllegalArgumentException(
          "periodSeconds=" + periodSeconds + ": must be from 0.001 and finite");
    }
    if (streams < 1) {
      throw new IllegalArgumentException("streams=" + streams + ": must be from 1");
    }
    if (!(error >= 0 && error <= 1)) {
      throw new IllegalArgumentException("error=" + error + ": must be from 0 to 1");
    }
  }
}
