// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/** The TCP ports on which a node's processes listen. */
final class ListeningPorts {
  /** Slot, local address and port, remote address, state 0A: listening. See proc_net_tcp. */
  private static final Pattern LISTENING =
      Pattern.compile("(?m)^ *\\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} 0A ");

  private ListeningPorts() {}

  static Set<Integer> of(Node node, Mark mark) throws IOException, InterruptedException {
    Command command = Command.of("cat", "/proc/net/tcp", "/proc/net/tcp6");
    return parse(node.run(mark, command, Duration.ofSeconds(30)).output());
  }

  /**
   * @param text of {@code /proc/net/tcp} and {@code /proc/net/tcp6}
   */
  static Set<Integer> parse(String text) {
    return LISTENING
        .matcher(text)
        .results()
        .map(match -> Integer.valueOf(match.group(1), 16))
        .collect(Collectors.toSet());
  }
}
