// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.athanor.cli.usage.UsageException;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.file.ClusterFile;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.plan.PlanAction;
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

  /** A cluster by what a plan knows: as many nodes as its files need, with devices as it says. */
  public static ModelCluster assumed(StoragePlan plan) {
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
        new NodeSpec(
            "assumed", 1, 1e9, GIGABITS * BYTES_PER_GIGABIT, devices, Slots.NONE, Power.NONE);
    return new ModelCluster(
        ClusterSpec.ofEqual(node, nodes),
        String.format(
            Locale.ROOT,
            "assumed: %d nodes at one switch, each with %d disks, an SSD, an archive device and"
                + " %.0f Gbit/s; --cluster describes yours",
            nodes,
            DISKS,
            GIGABITS));
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
