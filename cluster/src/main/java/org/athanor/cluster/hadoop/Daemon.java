// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.athanor.cluster.Node;

/**
 * A daemon to start.
 *
 * @param worker the worker that it belongs to; the first one for the master's
 * @param host the host that its worker is for Hadoop: the node's address, or an address of its own
 * @param home the daemon's directory on its node, with {@code conf}, log and data; its files are
 *     prepared under the same path on this machine
 * @param ports the numbers of the ports that it listens on
 * @param volumes the kind of its volume, if it is a DataNode of a worker that has some
 */
record Daemon(
    Role role,
    Worker worker,
    String host,
    Path home,
    Map<Port, Integer> ports,
    Optional<Volumes> volumes) {

  Node node() {
    return worker.node();
  }

  /** Such as {@code datanode of localhost-2} or {@code datanode of h1/ssd-1}. */
  String title() {
    String place = volumes.isPresent() ? home.getParent().getFileName() + "/" : "";
    return role.id()
        + (role.onMaster() ? " on " + node().name() : " of " + place + home.getFileName());
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
    return (port.isOfNode() ? node().address() : host) + ":" + ports.get(port);
  }
}
