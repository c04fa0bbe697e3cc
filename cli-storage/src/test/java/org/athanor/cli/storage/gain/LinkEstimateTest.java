// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.plan.LinkAdvice;
import org.junit.jupiter.api.Test;

class LinkEstimateTest {
  private static final double MIB = 1 << 20;
  private static final double FAST = 125e6;
  private static final double SLOW = 12.5e6;

  private static DeviceSpec device(DeviceType type, double read, double write) {
    return new DeviceSpec(type, read, write, 0, 1L << 40, DeviceUse.HDFS, Power.NONE);
  }

  private static ModelCluster cluster(double link, List<List<DeviceSpec>> nodes) {
    List<RackSpec> racks = new ArrayList<>();
    for (int rack = 0; rack < 3; rack++) {
      racks.add(
          new RackSpec(
              nodes.subList(nodes.size() / 3 * rack, nodes.size() / 3 * (rack + 1)).stream()
                  .map(all -> new NodeSpec("n", 1, 1e9, link, all, Slots.NONE, Power.NONE))
                  .toList(),
              Double.POSITIVE_INFINITY));
    }
    return new ModelCluster(new ClusterSpec(racks), "a test's");
  }

  /** The hosts of {@code benchmarks/storage tiers}, see docs/storage-evaluation.md. */
  private static LinkAdvice measured(double link) {
    List<List<DeviceSpec>> nodes = new ArrayList<>();
    for (int node = 0; node < 9; node++) {
      List<DeviceSpec> devices = new ArrayList<>();
      devices.add(device(DeviceType.DISK, 6 * MIB, 5 * MIB));
      if (node % 3 == 2) {
        devices.add(device(DeviceType.SSD, 19 * MIB, 14 * MIB));
      }
      if (node == 1) {
        devices.add(device(DeviceType.NVDIMM, 53 * MIB, 24 * MIB));
      }
      nodes.add(devices);
    }
    return LinkEstimate.of(cluster(link, nodes), Optional.empty()).orElseThrow();
  }

  private static double rate(LinkAdvice advice, String policy) {
    return advice.policies().stream()
        .filter(one -> one.name().equals(policy))
        .findFirst()
        .orElseThrow()
        .readerBytesPerSecond();
  }

  /** Measured were 7.94 MB/s by hybrid, 6.11 by tier, 3.77 by random and 3.65 by network. */
  @Test
  void onFastLinksDevicesDecide() {
    LinkAdvice fast = measured(FAST);
    assertThat(fast.policies().subList(0, 2))
        .extracting(LinkAdvice.Policy::name)
        .containsExactly("hybrid", "tier");
    assertThat(rate(fast, "tier")).isGreaterThan(1.3 * rate(fast, "random"));
    assertThat(rate(fast, "random")).isCloseTo(rate(fast, "network"), within(0.5e6));
    assertThat(fast.recommended()).isEqualTo("hybrid");
    assertThat(fast.reason()).isEqualTo("by network, a device of type DISK is the bottleneck");
  }

  /**
   * The thesis's negative result: measured were 2.65 MB/s by tier, 3.41 by network, 4.00 by random
   * and 4.01 (3.31 to 4.74) by hybrid, whose range has the most of network, 4.25, in it.
   */
  @Test
  void onSlowLinksNearReplicasAreBetterThanFastDevices() {
    LinkAdvice slow = measured(SLOW);
    assertThat(slow.policies().get(3).name()).isEqualTo("tier");
    assertThat(rate(slow, "network")).isGreaterThan(1.2 * rate(slow, "tier"));
    assertThat(rate(slow, "random")).isGreaterThan(1.2 * rate(slow, "tier"));
    assertThat(rate(slow, "hybrid")).isGreaterThan(1.2 * rate(slow, "tier"));
    assertThat(slow.recommended()).isEqualTo("network");
    assertThat(slow.reason())
        .isEqualTo("by hybrid, the link of a node with NVDIMM is the bottleneck");
  }

  @Test
  void theCrossoverIsTheSameFromBothSides() {
    double fromSlow = measured(SLOW).crossoverBytesPerSecond().orElseThrow();
    double fromFast = measured(FAST).crossoverBytesPerSecond().orElseThrow();
    assertThat(fromSlow).isBetween(SLOW, FAST).isCloseTo(fromFast, within(0.01 * fromSlow));
    assertThat(measured(0.9 * fromSlow).recommended()).isEqualTo("network");
    assertThat(measured(1.1 * fromSlow).recommended()).isNotEqualTo("network");
  }

  @Test
  void withEqualDevicesNearReplicasAreAlwaysAsGood() {
    List<List<DeviceSpec>> nodes = new ArrayList<>();
    for (int node = 0; node < 6; node++) {
      nodes.add(List.of(device(DeviceType.DISK, 1e8, 1e8)));
    }
    LinkAdvice equal = LinkEstimate.of(cluster(1e8, nodes), Optional.empty()).orElseThrow();
    assertThat(equal.recommended()).isEqualTo("network");
    assertThat(equal.crossoverBytesPerSecond()).isEmpty();
  }

  @Test
  void nodesThatStoreNothingOnlyRead() {
    List<List<DeviceSpec>> nodes = new ArrayList<>();
    for (int node = 0; node < 6; node++) {
      nodes.add(node % 2 == 0 ? List.of() : List.of(device(DeviceType.SSD, 1e8, 1e8)));
    }
    assertThat(LinkEstimate.of(cluster(1e8, nodes), Optional.empty())).isPresent();
    List<List<DeviceSpec>> none = List.of(List.of(), List.of(), List.of());
    assertThat(LinkEstimate.of(cluster(1e8, none), Optional.empty())).isEmpty();
  }

  @Test
  void theThroughputOfQueuesIsWithinItsBounds() {
    List<Double> demands = List.of(0.5, 0.25, 0.125, 0.0);
    assertThat(ClosedNetwork.throughput(demands, 1)).isCloseTo(1 / 0.875, within(1e-4));
    double many = ClosedNetwork.throughput(demands, 1000);
    assertThat(many).isBetween(1.95, 2.0 + 1e-3);
    double before = 0;
    for (int customers = 1; customers < 64; customers *= 2) {
      double throughput = ClosedNetwork.throughput(demands, customers);
      assertThat(throughput).isBetween(before, Math.min(customers / 0.875, 2) + 1e-3);
      before = throughput;
    }
  }
}
