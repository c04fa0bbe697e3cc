// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class SharedHostsTest {
  /** Counts how often its nodes are listed. */
  private static final class Watched extends NetworkTopology {
    private int lists;

    @Override
    public List<Node> getLeaves(String scope) {
      lists++;
      return super.getLeaves(scope);
    }

    @Override
    public List<Node> getDatanodesInRack(String loc) {
      lists++;
      return super.getDatanodesInRack(loc);
    }
  }

  private final Watched topology = new Watched();
  private long now;
  private final SharedHosts hosts = new SharedHosts(() -> now);
  private int nodes;

  private DatanodeDescriptor node(String host, String rack) {
    nodes++;
    DatanodeDescriptor node =
        DFSTestUtil.getDatanodeDescriptor("10.0.0." + nodes, 9866, rack, host);
    topology.add(node);
    return node;
  }

  @Test
  void knowsTheOtherNodesOfAHost() {
    DatanodeDescriptor one = node("a", "/r1");
    assertThat(hosts.others(one, topology)).isEmpty();
    DatanodeDescriptor two = node("a", "/r1");
    DatanodeDescriptor three = node("a", "/r1");
    DatanodeDescriptor other = node("b", "/r1");
    assertThat(hosts.others(one, topology)).containsExactlyInAnyOrder(two, three);
    assertThat(hosts.others(other, topology)).isEmpty();
    topology.remove(two);
    assertThat(hosts.others(one, topology)).containsExactly(three);
  }

  @Test
  void forgetsANodeAtOnceAndFindsItsSuccessorWithinASecond() {
    DatanodeDescriptor one = node("a", "/r1");
    DatanodeDescriptor two = node("a", "/r1");
    assertThat(hosts.others(one, topology)).containsExactly(two);
    topology.remove(two);
    DatanodeDescriptor three = node("a", "/r1");
    assertThat(hosts.others(one, topology)).isEmpty();
    now += TimeUnit.SECONDS.toNanos(1);
    assertThat(hosts.others(one, topology)).containsExactly(three);
  }

  @Test
  void listsTheNodesOnceInASecond() {
    DatanodeDescriptor one = node("a", "/r1");
    node("b", "/r1");
    for (int i = 0; i < 1000; i++) {
      assertThat(hosts.others(one, topology)).isEmpty();
    }
    assertThat(topology.lists).isEqualTo(1);
  }
}
