// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** TCP ports that nothing on a node uses. */
public final class FreePorts {

  /** Below the ports that Linux assigns to clients. */
  private static final int FIRST = 20_000;

  private static final int LAST = 32_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Slot, local address and port; see proc_net_tcp. */
  private static final Pattern LOCAL = Pattern.compile("(?m)^ *\\d+: [0-9A-F]+:([0-9A-F]{4}) ");

  private FreePorts() {}

  /**
   * Chooses different ports at random, so that two callers at the same time hardly get the same
   * port.
   *
   * @param number how many
   */
  public static List<Integer> on(Node node, Mark mark, int number)
      throws IOException, InterruptedException {
    Command command = Command.of("cat", "/proc/net/tcp", "/proc/net/tcp6");
    Set<Integer> used = used(node.run(mark, command, TIMEOUT).output());
    return choose(number, used, RandomGenerator.getDefault());
  }

  static List<Integer> choose(int number, Set<Integer> used, RandomGenerator random) {
    List<Integer> chosen = new ArrayList<>();
    while (chosen.size() < number) {
      int port = random.nextInt(FIRST, LAST);
      if (!used.contains(port) && !chosen.contains(port)) {
        chosen.add(port);
      }
    }
    return chosen;
  }

  /**
   * Returns the ports of all sockets, in any state.
   *
   * @param text of {@code /proc/net/tcp} and {@code /proc/net/tcp6}
   */
  static Set<Integer> used(String text) {
    return LOCAL
        .matcher(text)
        .results()
        .map(match -> Integer.valueOf(match.group(1), 16))
        .collect(Collectors.toSet());
  }
}
