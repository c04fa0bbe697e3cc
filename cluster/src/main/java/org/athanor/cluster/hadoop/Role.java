// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kinds of daemons. */
public enum Role {
  NAMENODE(
      Service.HDFS,
      true,
      "org.apache.hadoop.hdfs.server.namenode.NameNode",
      "/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState"),
  DATANODE(
      Service.HDFS,
      false,
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "/jmx?qry=Hadoop:service=DataNode,name=DataNodeInfo"),
  RESOURCEMANAGER(
      Service.YARN,
      true,
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager",
      "/ws/v1/cluster/metrics"),
  NODEMANAGER(
      Service.YARN,
      false,
      "org.apache.hadoop.yarn.server.nodemanager.NodeManager",
      "/ws/v1/node/info"),
  HISTORYSERVER(
      Service.HISTORY,
      true,
      "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer",
      "/ws/v1/history/info");

  private final Service service;
  private final boolean onMaster;
  private final String mainClass;
  private final String statePath;

  Role(Service service, boolean onMaster, String mainClass, String statePath) {
    this.service = service;
    this.onMaster = onMaster;
    this.mainClass = mainClass;
    this.statePath = statePath;
  }

  Service service() {
    return service;
  }

  /** Whether the daemon runs on the master; others run on each worker. */
  boolean onMaster() {
    return onMaster;
  }

  /** The kind of daemon on workers that belongs to this one of the master. */
  Role ofWorkers() {
    return service == Service.HDFS ? DATANODE : NODEMANAGER;
  }

  String mainClass() {
    return mainClass;
  }

  /** The path at which its web server reports the daemon's state. */
  String statePath() {
    return statePath;
  }

  /** The daemon's ports; the first is its web server's. */
  List<Port> ports() {
    return Arrays.stream(Port.values()).filter(port -> port.role() == this).toList();
  }

  /** Such as {@code namenode}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
