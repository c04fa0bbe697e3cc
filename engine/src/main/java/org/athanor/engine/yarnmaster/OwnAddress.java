// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.config.EngineKeys;

/**
 * Where others reach this container.
 *
 * @param ofSession the address for the processes of the session
 * @param ofNode an address of the node for everybody else
 * @param ofClients the address at which to listen for Hadoop's clients, which use the node's name
 */
record OwnAddress(InetAddress ofSession, InetAddress ofNode, InetAddress ofClients) {
  /** A name that is meant for this machine only. */
  private static final String LOCAL = "localhost";

  /**
   * Finds the addresses.
   *
   * @param host the name of the node
   * @throws IOException if the node's name, or the interface that is set, has no address
   */
  static OwnAddress of(String host, Configuration conf) throws IOException {
    InetAddress named = resolve(host);
    // Debian gives a machine's own name an address that no other machine can use.
    boolean isUseless = named.isLoopbackAddress() && !isLocal(host);
    InetAddress node = isUseless ? anyOther(named) : named;
    String network = conf.getTrimmed(EngineKeys.NETWORK_INTERFACE.name(), "");
    return new OwnAddress(
        network.isEmpty() ? node : addressOf(network),
        node,
        isUseless ? new InetSocketAddress(0).getAddress() : named);
  }

  private static InetAddress resolve(String host) throws IOException {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IOException("node " + host + ": its own name has no address", e);
    }
  }

  private static boolean isLocal(String host) {
    return host.equals(LOCAL) || host.startsWith("127.");
  }

  private static InetAddress addressOf(String name) throws IOException {
    NetworkInterface network = NetworkInterface.getByName(name);
    List<InetAddress> addresses = network == null ? List.of() : usable(network);
    if (addresses.isEmpty()) {
      throw new IOException(
          EngineKeys.NETWORK_INTERFACE.name()
              + "="
              + name
              + ": this node has no such network interface with an address");
    }
    return addresses.get(0);
  }

  /** Returns the first address of another interface; the given one if there is none. */
  private static InetAddress anyOther(InetAddress loopback) throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(network -> usable(network).stream())
        .filter(address -> !address.isLoopbackAddress())
        .findFirst()
        .orElse(loopback);
  }

  /** Returns the addresses of an interface that others can use, those of IPv4 first. */
  private static List<InetAddress> usable(NetworkInterface network) {
    List<InetAddress> usable = new ArrayList<>();
    network.inetAddresses().filter(address -> !address.isLinkLocalAddress()).forEach(usable::add);
    usable.sort((a, b) -> Integer.compare(a.getAddress().length, b.getAddress().length));
    return usable;
  }
}
