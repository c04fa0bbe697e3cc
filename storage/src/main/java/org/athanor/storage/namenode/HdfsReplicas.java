// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;

/** What HDFS says of nodes and replicas, as policies see it. */
final class HdfsReplicas {
  private HdfsReplicas() {}

  /** A DataNode. Its host is the name that it reports, so DataNodes of one machine share it. */
  static Node node(DatanodeInfo node) {
    return new Node(node.getXferAddr(), node.getHostName(), node.getNetworkLocation(), "");
  }

  /** A replica; empty if its storage is no device of a DataNode. */
  static Optional<Replica> replica(DatanodeStorageInfo storage) {
    return StorageTypes.device(storage.getStorageType())
        .map(device -> new Replica(node(storage.getDatanodeDescriptor()), device));
  }

  /** The replicas on devices of DataNodes. */
  static List<Replica> replicas(Iterable<DatanodeStorageInfo> storages) {
    List<Replica> replicas = new ArrayList<>();
    storages.forEach(storage -> replica(storage).ifPresent(replicas::add));
    return replicas;
  }

  static boolean onSameHost(DatanodeInfo one, DatanodeInfo other) {
    return one.getHostName().equals(other.getHostName());
  }
}
