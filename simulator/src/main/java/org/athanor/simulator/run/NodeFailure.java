// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

/**
 * A node that fails, and may come back with all that its devices have.
 *
 * @param node counted from 0 through all racks
 * @param seconds since the beginning, from 0
 * @param backSeconds when it is there again, since the beginning, above {@code seconds}; infinite
 *     if it does not come back
 */
public record NodeFailure(int node, double seconds, double backSeconds) {

  public NodeFailure {
    if (node < 0 || !(seconds >= 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException(
          "failure of node " + node + " at " + seconds + " s: must be from 0, and finite");
    }
    if (!(backSeconds > seconds)) {
      throw new IllegalArgumentException(
          "node "
              + node
              + " is back at "
              + backSeconds
              + " s: must be after its failure at "
              + seconds
              + " s");
    }
  }

  /** A node that fails, and does not come back. */
  public NodeFailure(int node, double seconds) {
    this(node, seconds, Double.POSITIVE_INFINITY);
  }

  boolean comesBack() {
    return backSeconds < Double.POSITIVE_INFINITY;
  }
}
