// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The connections of a process to clusters of HBase: one to each, which all tasks share. HBase's
 * connections are thread-safe, and are meant to be few. Tasks share them only if they share this
 * class: see {@link HBaseMeshTable#into}. Thread-safe.
 */
final class HBaseConnections {
  /** HBase's key for the threads of a connection; empty means its own. */
  private static final String EVENT_LOOP = "hbase.rpc.client.event-loop.config";

  private static final SharedResources<Connection> OPEN = new SharedResources<>();

  private HBaseConnections() {}

  /**
   * Returns the connection to the cluster of a configuration.
   *
   * @param opened is called if this call opens it
   * @throws IOException if it cannot be opened; the next call tries again
   */
  static Connection to(Configuration configuration, Runnable opened) throws IOException {
    return OPEN.get(
        "HBase at " + cluster(configuration),
        () -> {
          Configuration settings = new Configuration(configuration);
          // The threads of its event loop end with it: those that HBase's connections have in
          // common would go on. HBase's timer and its sweeper of idle connections do so anyway,
          // and keep the classes of a job in a Worker until its session ends.
          settings.setIfUnset(EVENT_LOOP, "");
          Connection connection = ConnectionFactory.createConnection(settings);
          opened.run();
          return connection;
        });
  }

  /** Returns where the cluster of a configuration is, as messages show it. */
  static String cluster(Configuration configuration) {
    return "ZooKeeper "
        + configuration.get(HConstants.ZOOKEEPER_QUORUM, HConstants.LOCALHOST)
        + ":"
        + configuration.get(
            HConstants.ZOOKEEPER_CLIENT_PORT,
            Integer.toString(HConstants.DEFAULT_ZOOKEEPER_CLIENT_PORT))
        + configuration.get(
            HConstants.ZOOKEEPER_ZNODE_PARENT, HConstants.DEFAULT_ZOOKEEPER_ZNODE_PARENT);
  }

  /** Closes all connections of this process. Tasks that still use one fail. */
  static void closeAll() throws IOException {
    OPEN.closeAll();
  }
}
