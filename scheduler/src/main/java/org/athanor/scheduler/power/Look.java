// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.util.Map;
import org.athanor.scheduler.ledger.Resources;

/**
 * A cluster as HDFS and YARN say it is.
 *
 * @param nodes those that may be off, by name
 * @param working nodes on which containers can run now, these and all others
 * @param perNode vcores and memory of a node on average; {@link Resources#NONE} if there is none
 * @param used by containers
 * @param pending what applications wait for
 * @param missingBlocks blocks of HDFS of which no replica can be read
 * @param atRisk whether HDFS has lost replicas and not yet replaced them, or does not hear of a
 *     DataNode in service
 */
public record Look(
    Map<String, NodeHealth> nodes,
    int working,
    Resources perNode,
    Resources used,
    Resources pending,
    long missingBlocks,
    boolean atRisk) {

  /** The health of a node. */
  NodeHealth node(String name) {
    return nodes.getOrDefault(name, NodeHealth.UNKNOWN);
  }
}
