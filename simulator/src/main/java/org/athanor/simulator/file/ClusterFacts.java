// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.storage.retrieval.PathSpeeds;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/** What a cluster is able to do, as far as the rest of a scenario file depends on it. */
final class ClusterFacts {
  /** No device of the model is limited by operations, so they have no influence on policies. */
  private static final double UNLIMITED_IOPS = 1e15;

  private final ClusterSpec cluster;
  private final List<NodeSpec> nodes;

  /** Types of devices that count as devices for blocks. */
  private final Set<DeviceType> types;

  private final double capacityBytes;
  private final long largestDeviceBytes;

  ClusterFacts(ClusterSpec cluster) {
    this(cluster, EnumSet.allOf(DeviceType.class));
  }

  private ClusterFacts(ClusterSpec cluster, Set<DeviceType> types) {
    this.cluster = cluster;
    this.types = types;
    this.nodes = cluster.racks().stream().flatMap(rack -> rack.nodes().stream()).toList();
    this.capacityBytes = blockDevices().mapToDouble(DeviceSpec::capacityBytes).sum();
    this.largestDeviceBytes = blockDevices().mapToLong(DeviceSpec::capacityBytes).max().orElse(0);
  }

  /** As if memory were no device for blocks: policies place nothing there. */
  ClusterFacts withoutMemory() {
    return new ClusterFacts(cluster, EnumSet.complementOf(EnumSet.of(DeviceType.RAM_DISK)));
  }

  ClusterSpec spec() {
    return cluster;
  }

  int nodes() {
    return nodes.size();
  }

  int racks() {
    return cluster.racks().size();
  }

  /**
   * Number of nodes of a rack.
   *
   * @param rack from 1
   */
  int nodesOfRack(int rack) {
    return cluster.racks().get(rack - 1).nodes().size();
  }

  /**
   * The first node of a rack, from 0.
   *
   * @param rack from 1
   */
  int firstNodeOfRack(int rack) {
    return cluster.racks().stream().limit(rack - 1).mapToInt(each -> each.nodes().size()).sum();
  }

  /** Number of nodes with a device for blocks. */
  int storingNodes() {
    return (int) nodes.stream().filter(node -> blockDevices(node).findAny().isPresent()).count();
  }

  /** That number, and what it is, for messages. */
  String storingText() {
    return storingNodes()
        + ", the number of nodes that store blocks"
        + (types.contains(DeviceType.RAM_DISK) ? "" : " on other devices than ram-disk");
  }

  /** Slots for reduces of all nodes; a container counts as one. */
  long reduceSlots() {
    return nodes.stream().mapToLong(node -> node.slots().reduces()).sum();
  }

  /** What all devices for intermediate data write, of nodes that run tasks; bytes per second. */
  double intermediateBytesPerSecond() {
    return computing()
        .flatMap(node -> node.devices().stream())
        .filter(device -> device.use().storesIntermediateData())
        .mapToDouble(DeviceSpec::writeBytesPerSecond)
        .sum();
  }

  /** Cycles per second of all cores of nodes that run tasks. */
  double cyclesPerSecond() {
    return computing().mapToDouble(node -> node.cores() * node.cyclesPerSecond()).sum();
  }

  private Stream<NodeSpec> computing() {
    return nodes.stream().filter(node -> node.slots().total() > 0);
  }

  /** Room for blocks on all devices. */
  double capacityBytes() {
    return capacityBytes;
  }

  /** Room for blocks on the largest device. */
  long largestDeviceBytes() {
    return largestDeviceBytes;
  }

  private Stream<DeviceSpec> blockDevices() {
    return nodes.stream().flatMap(this::blockDevices);
  }

  private Stream<DeviceSpec> blockDevices(NodeSpec node) {
    return node.devices().stream()
        .filter(device -> device.use().storesBlocks() && types.contains(device.type()));
  }

  /** A tier of each type of device, with the means of their rates, the fastest reader first. */
  Tiers tiers() {
    Map<DeviceType, List<DeviceSpec>> byType = new EnumMap<>(DeviceType.class);
    blockDevices().forEach(d -> byType.computeIfAbsent(d.type(), t -> new ArrayList<>()).add(d));
    List<Tier> tiers = new ArrayList<>();
    byType.forEach((type, devices) -> tiers.add(tier(type, devices)));
    tiers.sort(Comparator.comparingDouble(tier -> -tier.readBytesPerSecond()));
    return new Tiers(tiers);
  }

  private static Tier tier(DeviceType type, List<DeviceSpec> devices) {
    return new Tier(
        Keys.idOf(type),
        EnumSet.of(type),
        "",
        devices.stream().mapToDouble(DeviceSpec::readBytesPerSecond).average().orElseThrow(),
        devices.stream().mapToDouble(DeviceSpec::writeBytesPerSecond).average().orElseThrow(),
        UNLIMITED_IOPS,
        false);
  }

  /**
   * The slowest link in a rack; between racks a node's part of the uplink or of the switch between
   * racks, if that is less.
   */
  PathSpeeds paths() {
    double rack = nodes.stream().mapToDouble(NodeSpec::linkBytesPerSecond).min().orElseThrow();
    double part =
        cluster.racks().stream()
            .mapToDouble(each -> each.uplinkBytesPerSecond() / each.nodes().size())
            .min()
            .orElseThrow();
    double offRack = Math.min(Math.min(rack, part), cluster.coreBytesPerSecond() / nodes.size());
    return new PathSpeeds(rack, offRack, offRack);
  }
}
