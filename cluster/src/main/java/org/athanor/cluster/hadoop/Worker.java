// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.athanor.cluster.Node;

/**
 * A worker of a cluster, or its master if that is no worker, see {@link HostRole#MASTER}.
 *
 * @param rack its network location, such as {@code /east/rack1}; empty for Hadoop's default
 * @param volumes each is a DataNode; if there are none, the worker has one DataNode without limits,
 *     or none if it does not store
 */
public record Worker(Node node, HostRole role, Optional<String> rack, List<Volumes> volumes) {
  private static final Pattern RACK = Pattern.compile("(/[A-Za-z0-9_][A-Za-z0-9_.-]*)+");
  private static final String ROLE_KEY = "role=";
  private static final String RACK_KEY = "rack=";

  public Worker {
    volumes = List.copyOf(volumes);
    rack.ifPresent(Worker::requireRack);
    if (!stores(role) && !volumes.isEmpty()) {
      throw new IllegalArgumentException(
          volumes.get(0)
              + ": a host with role="
              + role.id()
              + " has no volumes of HDFS; leave one out");
    }
  }

  /** A worker with one DataNode and a NodeManager. */
  public static Worker of(Node node) {
    return new Worker(node, HostRole.BOTH, Optional.empty(), List.of());
  }

  /** The master of a cluster, which is no worker; the first in the list of workers. */
  public static Worker master(Node node) {
    return new Worker(node, HostRole.MASTER, Optional.empty(), List.of());
  }

  /**
   * Reads what stands behind a host, such as {@code role=storage rack=/east/rack1 ssd=53m/24m}.
   *
   * @throws IllegalArgumentException if it is wrong; the message is one line
   */
  static Worker of(Node node, List<String> words) {
    Optional<HostRole> role = Optional.empty();
    Optional<String> rack = Optional.empty();
    List<Volumes> volumes = new ArrayList<>();
    for (String word : words) {
      if (word.startsWith(ROLE_KEY)) {
        requireFirst(role, word);
        role = Optional.of(role(word));
      } else if (word.startsWith(RACK_KEY)) {
        requireFirst(rack, word);
        rack = Optional.of(word.substring(RACK_KEY.length()));
      } else if (word.matches("[a-z]+=.*") && VolumeType.of(word.split("=", 2)[0]).isPresent()) {
        volumes.addAll(Volumes.parseList(word));
      } else {
        throw new IllegalArgumentException(
            word
                + ": must be role=storage, role=compute, role=master, rack=/NAME, or volumes such"
                + " as ssd=1x53m/24m");
      }
    }
    return new Worker(node, role.orElse(HostRole.BOTH), rack, volumes);
  }

  private static HostRole role(String word) {
    return HostRole.of(word.substring(ROLE_KEY.length()))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    word + ": must be role=storage, role=compute, role=both or role=master"));
  }

  private static void requireFirst(Optional<?> before, String word) {
    if (before.isPresent()) {
      throw new IllegalArgumentException(word + ": is given twice for this host; remove one");
    }
  }

  static void requireRack(String rack) {
    if (!RACK.matcher(rack).matches()) {
      throw new IllegalArgumentException(
          "rack="
              + rack
              + ": must be like /rack1 or /east/rack1, of letters, digits, underscores, dots and"
              + " hyphens");
    }
  }

  /** Whether it has DataNodes. */
  public boolean stores() {
    return stores(role);
  }

  private static boolean stores(HostRole role) {
    return role == HostRole.BOTH || role == HostRole.STORAGE;
  }

  /** Whether it has a NodeManager. */
  public boolean computes() {
    return role == HostRole.BOTH || role == HostRole.COMPUTE;
  }

  /** The number of its DataNodes. */
  public int dataNodes() {
    if (volumes.isEmpty()) {
      return stores() ? 1 : 0;
    }
    return volumes.stream().mapToInt(Volumes::count).sum();
  }

  /** The number of parts of its rack's name; 1 for Hadoop's default. */
  int rackDepth() {
    return rack.map(name -> name.split("/", -1).length - 1).orElse(1);
  }

  /** This worker with other volumes if it stores and has none. */
  Worker withDefault(List<Volumes> others) {
    return stores() && volumes.isEmpty() ? new Worker(node, role, rack, others) : this;
  }

  /** A line of a host file that makes this worker. */
  public String text() {
    StringJoiner text = new StringJoiner(" ");
    text.add(node.specification());
    if (role != HostRole.BOTH) {
      text.add(ROLE_KEY + role.id());
    }
    rack.ifPresent(name -> text.add(RACK_KEY + name));
    volumes.forEach(some -> text.add(some.toString()));
    return text.toString();
  }
}
