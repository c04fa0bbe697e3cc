// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

/**
 * A daemon that was started.
 *
 * @param role its kind
 * @param node what {@link org.athanor.cluster.Nodes} makes its node from
 * @param name of the daemon and its place, for people
 * @param pid on its node
 * @param host at which its node is reached
 * @param webPort of its web server
 * @param log its file on the node
 */
public record DaemonRecord(
    Role role, String node, String name, long pid, String host, int webPort, String log) {

  static DaemonRecord of(Daemon daemon, long pid) {
    return new DaemonRecord(
        daemon.role(),
        daemon.node().specification(),
        daemon.title(),
        pid,
        daemon.node().address(),
        daemon.webPort(),
        daemon.log().toString());
  }
}
