// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.scheduler.clusters.Cluster;

/** Clients of the HDFS of clusters, for power-down. Any thread may call it. */
final class HadoopClients {
  private final ClusterConfigurations configurations;

  HadoopClients(ClusterConfigurations configurations) {
    this.configurations = configurations;
  }

  Configuration configuration(Cluster cluster) {
    return configurations.of(cluster);
  }

  /**
   * The HDFS that a cluster's configuration names. Its DataNodes must hold no blocks of another
   * one: nobody would look where these are.
   */
  DistributedFileSystem hdfs(Cluster cluster) throws IOException {
    Configuration configuration = configuration(cluster);
    Collection<String> internal =
        configuration.getTrimmedStringCollection("dfs.internal.nameservices");
    Collection<String> all = configuration.getTrimmedStringCollection("dfs.nameservices");
    if ((internal.isEmpty() ? all : internal).size() > 1) {
      throw new IOException(
          "dfs.nameservices="
              + String.join(",", all)
              + ": power-down looks into one HDFS; dfs.internal.nameservices says which one the"
              + " DataNodes serve");
    }
    FileSystem files = FileSystem.get(configuration);
    if (files instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    throw new IOException(
        "fs.defaultFS=" + files.getUri() + ": power-down needs an HDFS in core-site.xml");
  }
}
