// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.io.IOException;
import java.util.List;
import org.athanor.scheduler.clusters.Cluster;

/** Asks HDFS and YARN how the nodes of a cluster are. Any thread may call it. */
public interface NodeWatch {

  /**
   * Asks both. May take some seconds.
   *
   * @param nodes names of the nodes that may be off
   * @throws IOException if one of the two does not answer
   */
  Look look(Cluster cluster, List<String> nodes) throws IOException;
}
