// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a trial used of a node.
 *
 * @param node the node's name
 * @param totals one entry for each {@link Total}, in the order of the constants
 * @param samples the file with the node's {@link SampleTable}, relative to the results' directory
 */
public record NodeUse(String node, Map<Total, Reading> totals, String samples) {

  public NodeUse {
    EnumMap<Total, Reading> ordered = new EnumMap<>(Total.class);
    ordered.putAll(totals);
    totals = Collections.unmodifiableMap(ordered);
  }
}
