// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.athanor.cli.usage.UsageException;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.file.ClusterFile;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.plan.StoragePlan;
import org.athanor.yaml.Problem;

/**
 * The cluster on which plans are tried.
 *
 * @param spec its nodes
 * @param text what it is, in words
 */
public record ModelCluster(ClusterSpec spec, String text) {
  private static final int DISKS = 4;
  private static final double DISK_BYTES = 4e12;

  /** The part of the disks that files fill. */
  private static final double FULL = 0.6;

  private static final int LEAST_NODES = 4;
  private static final int MOST_NODES = 500;
  private static final double GIGABITS = 10;
  private static final double BYTES_PER_GIGABIT = 1e9 / 8;

  /** Only what a window reads is stored, so there is room for it. */
  private static final long ENOUGH_BYTES = 1L << 52;

  /**
   * The cluster of a scenario file.
   *
   * @throws UsageException if it cannot be read or is wrong; the message has a line for each
   *     problem
   */
  public static ModelCluster read(Path file) throws UsageException {
    ClusterFile read = ClusterFile.read(file);
    if (read.cluster().isEmpty()) {
      throw new UsageException(
          "--cluster="
              + read.problems().stream().map(Problem::toString).collect(Collectors.joining("; ")));
    }
    ClusterSpec spec = read.cluster().get();
    int nodes = spec.racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
    return new ModelCluster(spec, "that of " + file + ", with " + nodes + " nodes");
  }

  /**
   * A cluster by what a plan knows: as many nodes as its files need, with devices as it says.
   *
   * @param link bytes per second of a node's link; empty for 10 Gbit/s
   */
  public static ModelCluster assumed(StoragePlan plan, OptionalDouble link) {
    double bytesPerSecond = link.orElse(GIGABITS * BYTES_PER_GIGABIT);
    int replicas =
        plan.actions().stream().mapToInt(PlanAction::toReplicas).max().orElse(LEAST_NODES - 1);
    double needed = plan.files().storedBytes() / (DISKS * DISK_BYTES * FULL);
    int nodes =
        (int)
            Math.min(MOST_NODES, Math.max(Math.max(LEAST_NODES, replicas + 1), Math.ceil(needed)));
    List<DeviceSpec> devices =
        new ArrayList<>(
            Collections.nCopies(DISKS, device(plan.settings().speeds().disk(), DeviceType.DISK)));
    devices.add(device(plan.settings().speeds().ssd(), DeviceType.SSD));
    devices.add(device(plan.settings().speeds().archive(), DeviceType.ARCHIVE));
    NodeSpec node =
        new NodeSpec("assumed", 1, 1e9, bytesPerSecond, devices, Slots.NONE, Power.NONE);
    return new ModelCluster(
        ClusterSpec.ofEqual(node, nodes),
        String.format(
            Locale.ROOT,
            "assumed: %d nodes at one switch, each with %d disks, an SSD, an archive device and"
                + " %s; --cluster describes yours",
            nodes,
            DISKS,
            LinkRate.text(bytesPerSecond)));
  }

  /**
   * A cluster by what an HDFS says of its storage types: nodes at one switch, each with the volumes
   * that nodes with this type have on average.
   *
   * @param uses by type
   * @param speeds of devices
   * @param link bytes per second of a node's link
   * @return empty if no DataNode has volumes of these types
   */
  public static Optional<ModelCluster> of(
      Map<String, TierUse> uses, PlanSettings.Speeds speeds, double link) {
    Map<DeviceType, Tier> types = new EnumMap<>(DeviceType.class);
    types.put(DeviceType.SSD, speeds.ssd());
    types.put(DeviceType.DISK, speeds.disk());
    types.put(DeviceType.ARCHIVE, speeds.archive());
    int nodes =
        types.keySet().stream()
            .mapToInt(type -> uses.containsKey(type.name()) ? uses.get(type.name()).nodes() : 0)
            .max()
            .orElse(0);
    if (nodes == 0) {
      return Optional.empty();
    }
    List<NodeSpec> all = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      List<DeviceSpec> devices = new ArrayList<>();
      for (Map.Entry<DeviceType, Tier> type : types.entrySet()) {
        TierUse use = uses.get(type.getKey().name());
        if (use != null && node < use.nodes()) {
          int volumes = Math.max(1, Math.round((float) use.volumes() / use.nodes()));
          devices.addAll(Collections.nCopies(volumes, device(type.getValue(), type.getKey())));
        }
      }
      all.add(new NodeSpec("assumed", 1, 1e9, link, devices, Slots.NONE, Power.NONE));
    }
    return Optional.of(
        new ModelCluster(
            new ClusterSpec(List.of(new RackSpec(all, Double.POSITIVE_INFINITY))),
            nodes
                + " nodes at one switch, with the volumes that HDFS has and usual speeds of devices;"
                + " --cluster describes racks and speeds"));
  }

  private static DeviceSpec device(Tier tier, DeviceType type) {
    return new DeviceSpec(
        type,
        tier.readBytesPerSecond(),
        tier.writeBytesPerSecond(),
        0,
        ENOUGH_BYTES,
        DeviceUse.HDFS,
        Power.NONE);
  }

  int nodes() {
    return spec.racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
  }

  /** Nodes with a device for blocks. */
  int storingNodes() {
    return (int)
        spec.racks().stream()
            .flatMap(rack -> rack.nodes().stream())
            .filter(node -> node.devices().stream().anyMatch(d -> d.use().storesBlocks()))
            .count();
  }

  /** Whether it has a device of a type for blocks. */
  boolean has(DeviceType type) {
    return spec.racks().stream()
        .flatMap(rack -> rack.nodes().stream())
        .flatMap(node -> node.devices().stream())
        .anyMatch(device -> device.type() == type && device.use().storesBlocks());
  }
}
