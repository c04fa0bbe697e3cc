// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The network interfaces of a node, and their IPv4 addresses. Immutable.
 *
 * <p>They are read with {@code ip} of iproute2, in the node's own network namespace; {@code /sys}
 * may be that of another one.
 */
public final class NetworkInterfaces {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Command LIST =
      Command.of(
          "sh",
          "-c",
          "PATH=$PATH:/usr/sbin:/sbin; command -v ip >/dev/null || exit 127;"
              + " ip -o link show && ip -o -4 address show");
  private static final int NOT_FOUND = 127;

  private final Map<String, State> states;

  /**
   * @param up whether the interface is switched on and its link is there
   * @param address the first IPv4 address, if it has one
   */
  private record State(boolean up, Optional<String> address) {}

  private NetworkInterfaces(Map<String, State> states) {
    this.states = states;
  }

  /**
   * Asks a node.
   *
   * @throws IOException if it does not answer; the message is one line without the node's name
   */
  public static NetworkInterfaces of(Node node, Mark mark)
      throws IOException, InterruptedException {
    CommandResult result = node.run(mark, LIST, TIMEOUT);
    if (result.status() == NOT_FOUND) {
      throw new IOException("has no program ip; install iproute2");
    }
    if (result.status() != 0) {
      throw new IOException(
          "its network interfaces are not known: "
              + LastWords.of(result.errors()).orElse("status " + result.status()));
    }
    return parse(result.output());
  }

  /** Reads the output of {@code ip -o link show}, then {@code ip -o -4 address show}. */
  static NetworkInterfaces parse(String output) {
    Map<String, State> states = new LinkedHashMap<>();
    for (String line : output.lines().toList()) {
      // 2: eth0@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu …
      // 2: eth0    inet 10.0.0.1/24 brd …
      String[] words = line.strip().split("\\s+", 5);
      if (words.length < 4) {
        continue;
      }
      String name = words[1].replaceFirst("(@.*)?:?$", "");
      if (words[2].startsWith("<")) {
        String flags = "," + words[2].substring(1, words[2].length() - 1) + ",";
        boolean up = flags.contains(",UP,") && flags.contains(",LOWER_UP,");
        states.put(name, new State(up, Optional.empty()));
      } else if (words[2].equals("inet") && states.containsKey(name)) {
        State state = states.get(name);
        if (state.address().isEmpty()) {
          states.put(name, new State(state.up(), Optional.of(words[3].replaceFirst("/.*", ""))));
        }
      }
    }
    return new NetworkInterfaces(states);
  }

  /** The IPv4 address of an interface that is up; empty if there is none. */
  public Optional<String> address(String name) {
    return Optional.ofNullable(states.get(name)).filter(State::up).flatMap(State::address);
  }

  /**
   * Why {@link #address} is empty, and which interfaces exist, such as {@code has no interface ib0;
   * it has lo (127.0.0.1), eth0 (10.0.0.1)}.
   */
  public String problem(String name) {
    State state = states.get(name);
    String what =
        state == null
            ? "has no interface " + name
            : name + (state.up() ? " has no IPv4 address" : " is down");
    return what
        + "; it has "
        + states.entrySet().stream()
            .map(entry -> entry.getKey() + " (" + text(entry.getValue()) + ")")
            .collect(Collectors.joining(", "));
  }

  private static String text(State state) {
    return state.address().orElse("no IPv4 address") + (state.up() ? "" : ", down");
  }
}
