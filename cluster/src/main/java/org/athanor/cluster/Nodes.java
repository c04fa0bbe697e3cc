// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes nodes from what users write:
 *
 * <pre>
 * localhost               this machine
 * host, user@host:port    a host over SSH; an IPv6 address in brackets
 * namespace:h1            a network namespace of this machine
 * namespace:h0/host       a host over SSH, from a network namespace
 * </pre>
 */
public final class Nodes {
  /** Environment variable with more options for ssh, separated by blanks. */
  public static final String SSH_OPTIONS = "ATHANOR_SSH_OPTS";

  private static final Pattern SSH =
      Pattern.compile(
          "(?:([A-Za-z0-9_.][A-Za-z0-9_.-]*)@)?"
              + "(?:\\[([0-9A-Fa-f:.%]+)]|([A-Za-z0-9_][A-Za-z0-9_.-]*))(?::(\\d{1,5}))?");
  private static final Pattern NAMESPACE =
      Pattern.compile(NamespaceNode.SCHEME + "([A-Za-z0-9_][A-Za-z0-9_.-]*)(?:/(.+))?");

  private Nodes() {}

  /** This machine, as the only node of a cluster. */
  public static Node localhost() {
    return LocalNode.THIS_MACHINE;
  }

  /**
   * @throws IllegalArgumentException if it has none of the forms above; the message is one line
   */
  public static Node of(String specification) {
    if (specification.equals(LocalNode.NAME)) {
      return localhost();
    }
    Matcher namespace = NAMESPACE.matcher(specification);
    if (namespace.matches()) {
      NamespaceNode node = new NamespaceNode(namespace.group(1));
      String host = namespace.group(2);
      return host == null ? node : ssh(specification, host, Optional.of(node));
    }
    return ssh(specification, specification, Optional.empty());
  }

  private static Node ssh(String specification, String host, Optional<NamespaceNode> from) {
    Matcher ssh = SSH.matcher(host);
    int port = ssh.matches() && ssh.group(4) != null ? Integer.parseInt(ssh.group(4)) : 22;
    if (!ssh.matches() || port < 1 || port > 65535) {
      throw new IllegalArgumentException(
          "node "
              + specification
              + ": must be localhost, [USER@]HOST[:PORT] or namespace:NAME[/HOST];"
              + " ports are 1 to 65535");
    }
    return new SshNode(
        Optional.ofNullable(ssh.group(1)),
        ssh.group(2) == null ? ssh.group(3) : ssh.group(2),
        ssh.group(4) == null ? OptionalInt.empty() : OptionalInt.of(port),
        from,
        sshOptions());
  }

  private static List<String> sshOptions() {
    String options = System.getenv(SSH_OPTIONS);
    return options == null || options.isBlank()
        ? List.of()
        : List.of(options.strip().split("\\s+"));
  }

  /**
   * The nodes of a cluster, in this order.
   *
   * @throws InvalidHostsException if one has an unknown form, two have the same name, or there are
   *     none
   */
  public static List<Node> of(List<String> specifications) throws InvalidHostsException {
    List<String> problems = new ArrayList<>();
    Map<String, Node> nodes = new LinkedHashMap<>();
    for (String specification : new LinkedHashSet<>(specifications)) {
      if (Collections.frequency(specifications, specification) > 1) {
        problems.add("node " + specification + ": is listed twice; remove one");
      }
      try {
        Node node = of(specification);
        Node before = nodes.putIfAbsent(node.name(), node);
        if (before != null) {
          problems.add(
              "node "
                  + specification
                  + ": has the same name as "
                  + before.specification()
                  + "; both would be "
                  + node.name());
        }
      } catch (IllegalArgumentException e) {
        problems.add(e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidHostsException(problems);
    }
    if (nodes.size() > 1) {
      nodes.computeIfPresent(LocalNode.NAME, (name, node) -> new LocalNode(ownHostName()));
    }
    return List.copyOf(nodes.values());
  }

  private static String ownHostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      throw new IllegalStateException(
          "this machine does not know its own host name: add it to /etc/hosts", e);
    }
  }
}
