// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The TCP ports in use on a node, of IPv4 and IPv6.
 *
 * @param used the ports of all sockets, in any state
 * @param listening the ports on which processes listen
 */
public record TcpPorts(Set<Integer> used, Set<Integer> listening) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Slot, local address and port, remote address, state; see proc_net_tcp. */
  private static final Pattern SOCKET =
      Pattern.compile("(?m)^ *\\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} ([0-9A-F]{2}) ");

  private static final String LISTEN = "0A";

  public TcpPorts {
    used = Set.copyOf(used);
    listening = Set.copyOf(listening);
  }

  /** Reads them from the node's kernel. */
  public static TcpPorts of(Node node, Mark mark) throws IOException, InterruptedException {
    Command command = Command.of("cat", "/proc/net/tcp", "/proc/net/tcp6");
    return parse(node.run(mark, command, TIMEOUT).output());
  }

  /**
   * @param text of {@code /proc/net/tcp} and {@code /proc/net/tcp6}
   */
  static TcpPorts parse(String text) {
    Set<Integer> used = new HashSet<>();
    Set<Integer> listening = new HashSet<>();
    Matcher socket = SOCKET.matcher(text);
    while (socket.find()) {
      int port = Integer.parseInt(socket.group(1), 16);
      used.add(port);
      if (socket.group(2).equals(LISTEN)) {
        listening.add(port);
      }
    }
    return new TcpPorts(used, listening);
  }
}
