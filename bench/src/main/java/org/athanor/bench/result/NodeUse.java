// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.result;

import java.util.Map;

/**
 * What a trial used of a node.
 *
 * @param node the node's name
 * @param totals one entry for each {@link Total}
 * @param samples the file with the node's {@link SampleTable}, relative to the results' directory
 */
public record NodeUse(String node, Map<Total, Reading> totals, String samples) {

  public NodeUse {
    totals = Map.copyOf(totals);
  }
}
