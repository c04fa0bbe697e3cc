// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.Records;

/** A cluster whose state a test sets. */
final class FakeCluster implements Cluster {
  final List<NodeReport> nodes = new ArrayList<>();
  String failure; // of all calls; null for none
  String hadoop;
  String java;
  Resource largest = Resource.newInstance(8_192, 4);
  QueueInfo queue = queue("default", QueueState.RUNNING);
  Boolean maySubmit = true;

  static QueueInfo queue(String name, QueueState state) {
    QueueInfo queue = Records.newRecord(QueueInfo.class);
    queue.setQueueName(name);
    queue.setQueueState(state);
    queue.setChildQueues(List.of());
    return queue;
  }

  FakeCluster node(String host, int memoryMb, int usedMb) {
    return node(host, memoryMb, usedMb, NodeState.RUNNING, "");
  }

  FakeCluster node(String host, int memoryMb, int usedMb, NodeState state, String health) {
    NodeReport node = Records.newRecord(NodeReport.class);
    node.setNodeId(NodeId.newInstance(host, 8041));
    node.setNodeState(state);
    node.setCapability(Resource.newInstance(memoryMb, 4));
    node.setUsed(Resource.newInstance(usedMb, 0));
    node.setHealthReport(health);
    nodes.add(node);
    return this;
  }

  private void answer() throws IOException {
    if (failure != null) {
      throw new IOException(failure);
    }
  }

  @Override
  public String address() {
    return "rm:8032";
  }

  @Override
  public List<NodeReport> nodes() throws IOException {
    answer();
    return nodes;
  }

  @Override
  public Resource largestContainer() throws IOException {
    answer();
    return largest;
  }

  @Override
  public Optional<QueueInfo> queue(String name) throws IOException {
    answer();
    return Optional.ofNullable(queue).filter(known -> known.getQueueName().equals(name));
  }

  @Override
  public Optional<Boolean> maySubmitTo(String name) {
    return Optional.ofNullable(maySubmit);
  }

  @Override
  public Optional<String> hadoopVersion() {
    return Optional.ofNullable(hadoop);
  }

  @Override
  public Optional<String> javaOf(NodeReport node) {
    return Optional.ofNullable(java);
  }
}
