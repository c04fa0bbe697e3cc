// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

/**
 * The ports of the daemons, with Hadoop's default numbers. The web server's port is the first of
 * each daemon.
 */
enum Port {
  NAMENODE_HTTP(Role.NAMENODE, "dfs.namenode.http-address", 9870),
  NAMENODE_RPC(Role.NAMENODE, "fs.defaultFS", 8020),
  DATANODE_HTTP(Role.DATANODE, "dfs.datanode.http.address", 9864),
  DATANODE_DATA(Role.DATANODE, "dfs.datanode.address", 9866),
  DATANODE_IPC(Role.DATANODE, "dfs.datanode.ipc.address", 9867),
  RESOURCEMANAGER_HTTP(Role.RESOURCEMANAGER, "yarn.resourcemanager.webapp.address", 8088),
  RESOURCEMANAGER_CLIENTS(Role.RESOURCEMANAGER, "yarn.resourcemanager.address", 8032),
  RESOURCEMANAGER_SCHEDULER(Role.RESOURCEMANAGER, "yarn.resourcemanager.scheduler.address", 8030),
  RESOURCEMANAGER_TRACKER(
      Role.RESOURCEMANAGER, "yarn.resourcemanager.resource-tracker.address", 8031),
  RESOURCEMANAGER_ADMIN(Role.RESOURCEMANAGER, "yarn.resourcemanager.admin.address", 8033),
  NODEMANAGER_HTTP(Role.NODEMANAGER, "yarn.nodemanager.webapp.address", 8042),
  NODEMANAGER_CONTAINERS(Role.NODEMANAGER, "yarn.nodemanager.address", 8041),
  NODEMANAGER_LOCALIZER(Role.NODEMANAGER, "yarn.nodemanager.localizer.address", 8040),
  NODEMANAGER_SHUFFLE(Role.NODEMANAGER, "mapreduce.shuffle.port", 13562),
  HISTORY_HTTP(Role.HISTORYSERVER, "mapreduce.jobhistory.webapp.address", 19888),
  HISTORY_RPC(Role.HISTORYSERVER, "mapreduce.jobhistory.address", 10020),
  HISTORY_ADMIN(Role.HISTORYSERVER, "mapreduce.jobhistory.admin.address", 10033);

  private final Role role;
  private final String key;
  private final int standard;

  Port(Role role, String key, int standard) {
    this.role = role;
    this.key = key;
    this.standard = standard;
  }

  Role role() {
    return role;
  }

  /** The key of the setting with the port's address. */
  String key() {
    return key;
  }

  int standard() {
    return standard;
  }

  /**
   * Whether it is at the address of the node, even if the worker's host has another: a NameNode
   * tells clients the address from which a DataNode connects, which is always the node's.
   */
  boolean isOfNode() {
    return this == DATANODE_DATA || this == DATANODE_IPC;
  }
}
