// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Node;
import org.athanor.cluster.TcpPorts;

/**
 * What the configuration of a cluster depends on, and only its nodes know.
 *
 * @param takenPorts ports that are in use, by node name
 * @param ipAddresses IPv4 addresses that the master knows for hosts with racks, by host
 * @param roomBytes used and free bytes of the file system of the cluster's directory, by node name;
 *     for nodes with volumes of limited capacity
 */
record NodeFacts(
    Map<String, Set<Integer>> takenPorts,
    Map<String, Set<String>> ipAddresses,
    Map<String, Long> roomBytes) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  static final NodeFacts NONE = new NodeFacts(Map.of(), Map.of(), Map.of());

  NodeFacts {
    takenPorts = Map.copyOf(takenPorts);
    ipAddresses = Map.copyOf(ipAddresses);
    roomBytes = Map.copyOf(roomBytes);
  }

  /**
   * Asks the nodes, which must have the cluster's directory.
   *
   * @throws IOException if a node does not answer, the master does not know a host, or volumes are
   *     too large
   */
  static NodeFacts of(HadoopSpec spec) throws IOException, InterruptedException {
    Map<String, Set<Integer>> taken = new HashMap<>();
    Map<String, Long> room = new HashMap<>();
    for (Node node : spec.nodes()) {
      taken.put(node.name(), TcpPorts.of(node, spec.mark()).listening());
      long capacity = capacity(spec, node);
      if (capacity > 0) {
        room.put(node.name(), room(spec, node, capacity));
      }
    }
    Map<String, Set<String>> addresses = new HashMap<>();
    for (int i = 0; i < spec.workers().size(); i++) {
      if (spec.workers().get(i).rack().isPresent()) {
        addresses.put(spec.host(i), addresses(spec, spec.host(i)));
      }
    }
    return new NodeFacts(taken, addresses, room);
  }

  /** The sum of the limited capacities of a node's volumes. */
  private static long capacity(HadoopSpec spec, Node node) {
    return spec.workers().stream()
        .filter(worker -> worker.node().equals(node))
        .flatMap(worker -> worker.volumes().stream())
        .mapToLong(volumes -> volumes.count() * volumes.capacityBytes().orElse(0))
        .sum();
  }

  private static long room(HadoopSpec spec, Node node, long capacity)
      throws IOException, InterruptedException {
    Command command = Command.of("df", "-Pk", spec.directory().toString());
    CommandResult result = node.run(spec.mark(), command, TIMEOUT);
    if (result.status() != 0) {
      throw new IOException(node.name() + ": " + result.errors().strip());
    }
    long room = roomIn(result.output());
    if (capacity > room) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: the volumes have capacities of %d MB, but the file system of %s has %d MB: give"
                  + " them less",
              node.name(),
              capacity >> 20,
              spec.directory(),
              room >> 20));
    }
    return room;
  }

  /**
   * @param output of {@code df -Pk}: a line of titles, then name, KiB, used and available KiB
   */
  static long roomIn(String output) throws IOException {
    List<String> lines = output.lines().toList();
    String[] fields = lines.get(lines.size() - 1).strip().split("\\s+", -1);
    if (fields.length < 6 || !(fields[2] + fields[3]).matches("\\d{2,30}")) {
      throw new IOException("df printed something unknown: " + output.strip());
    }
    return (Long.parseLong(fields[2]) + Long.parseLong(fields[3])) << 10;
  }

  private static Set<String> addresses(HadoopSpec spec, String host)
      throws IOException, InterruptedException {
    if (host.matches("127\\.[0-9.]+")) {
      return Set.of();
    }
    CommandResult result =
        spec.master().run(spec.mark(), Command.of("getent", "ahostsv4", host), TIMEOUT);
    Set<String> addresses = new LinkedHashSet<>();
    result.output().lines().map(line -> line.split("\\s+", 2)[0]).forEach(addresses::add);
    if (result.status() != 0 || addresses.isEmpty()) {
      throw new IOException(
          spec.master().name()
              + ": does not know the address of "
              + host
              + ", which its rack needs: enter it in /etc/hosts there");
    }
    return addresses;
  }
}
