// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.Resource;

/** What a YARN cluster says of itself. Each method calls it. */
interface Cluster {
  /** How to call its ResourceManager, for messages. */
  String address();

  /** All nodes, in any state. */
  List<NodeReport> nodes() throws IOException;

  /** The largest container that the scheduler allows. */
  Resource largestContainer() throws IOException;

  /** Empty if there is no such queue. */
  Optional<QueueInfo> queue(String name) throws IOException;

  /** Whether this user may submit applications to a queue; empty if the cluster does not say. */
  Optional<Boolean> maySubmitTo(String queue) throws IOException;

  /** The release of Hadoop that its ResourceManager runs; empty if that cannot be seen. */
  Optional<String> hadoopVersion();

  /** The version of the Java that a NodeManager runs on; empty if that cannot be seen. */
  Optional<String> javaOf(NodeReport node);
}
