// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Optional;

/**
 * A daemon that was started.
 *
 * @param role the kind of daemon
 * @param node the specification of its node, see {@link org.athanor.cluster.Nodes}
 * @param name for people: the kind of daemon and its place
 * @param pid process id on its node
 * @param host address of its web server
 * @param webPort port of its web server
 * @param log path of its log on the node
 */
public record DaemonRecord(
    Role role, String node, String name, long pid, String host, int webPort, String log) {

  /** The directory of its volume, such as {@code ssd-1}; empty if it is that of its worker. */
  public Optional<String> volume() {
    int slash = name.lastIndexOf('/');
    return slash < 0 ? Optional.empty() : Optional.of(name.substring(slash + 1));
  }

  static DaemonRecord of(Daemon daemon, long pid) {
    return new DaemonRecord(
        daemon.role(),
        daemon.node().specification(),
        daemon.title(),
        pid,
        daemon.host(),
        daemon.webPort(),
        daemon.log().toString());
  }
}
