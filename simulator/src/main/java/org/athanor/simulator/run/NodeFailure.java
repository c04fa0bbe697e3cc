// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

/**
 * A node that fails, and does not come back.
 *
 * @param node counted from 0 through all racks
 * @param seconds since the beginning, from 0
 */
public record NodeFailure(int node, double seconds) {

  public NodeFailure {
    if (node < 0 || !(seconds >= 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException(
          "failure of node " + node + " at " + seconds + " s: must be from 0, and finite");
    }
  }
}
