// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class TypedNodesTest {
  private final DFSNetworkTopology topology =
      DFSNetworkTopology.getInstance(new Configuration(false));

  private DatanodeDescriptor add(int number) {
    String host = "h" + number;
    DatanodeDescriptor node =
        DFSTestUtil.createDatanodeStorageInfo(
                host, "10.0.0." + number, "/r1", host, StorageType.DISK, null)
            .getDatanodeDescriptor();
    topology.add(node);
    return node;
  }

  /** A DataNode that died in maintenance has left the topology, and its replica still counts. */
  @Test
  void aNodeThatHasLeftTheTopologyIsNotSubtracted() {
    DatanodeDescriptor dead = add(1);
    DatanodeDescriptor alive = add(2);
    topology.remove(dead);
    TypedNodes nodes = new TypedNodes(topology);
    for (String scope : new String[] {"", "/r1"}) {
      assertThat(nodes.count(scope, Set.of(), Set.of(dead), StorageType.DISK)).isEqualTo(1);
      assertThat(nodes.count(scope, Set.of(), Set.of(dead, alive), StorageType.DISK)).isZero();
      assertThat(nodes.areAll(Set.of(dead), scope, StorageType.DISK)).isFalse();
      assertThat(nodes.areAll(Set.of(dead, alive), scope, StorageType.DISK)).isTrue();
    }
  }
}
