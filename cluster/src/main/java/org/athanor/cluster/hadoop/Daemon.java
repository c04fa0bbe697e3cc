// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.nio.file.Path;
import java.util.Map;
import org.athanor.cluster.Node;

/**
 * A daemon to start.
 *
 * @param home the daemon's directory on its node, with {@code conf}, log and data; its files are
 *     prepared under the same path on this machine
 * @param ports the numbers of the ports that it listens on
 */
record Daemon(Role role, Node node, Path home, Map<Port, Integer> ports) {

  /** Such as {@code datanode of localhost-2}. */
  String title() {
    return role.id() + (role.onMaster() ? " on " + node.name() : " of " + home.getFileName());
  }

  Path configuration() {
    return home.resolve("conf");
  }

  Path log() {
    return home.resolve(role.id() + ".log");
  }

  int webPort() {
    return ports.get(role.ports().get(0));
  }

  /** The address and number of a port. */
  String at(Port port) {
    return node.address() + ":" + ports.get(port);
  }
}
