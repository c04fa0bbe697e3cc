// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.ClusterSnapshot;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An index that changes with its cluster gives the decisions of plain searches, to the volume. */
@Tag("short")
class VolumeIndexTest {
  private static final int CLUSTERS = 150;
  private static final int BLOCKS = 40;
  private static final int CAPACITY = 30;

  private static final Regions REGIONS =
      new Regions(List.of(new Region("c0", List.of("/c0")), new Region("c1", List.of("/c1"))));

  private final Random random = Seeds.of("volume index");

  @Test
  void decidesAsPlainSearchesDo() {
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
      Tiers tiers = tiers();
      List<Volume> volumes = volumes(1 + random.nextInt(40), random.nextBoolean());
      boolean[] removed = new boolean[volumes.size()];
      VolumeIndex index =
          new VolumeIndex(
              List.copyOf(volumes),
              tiers,
              REGIONS,
              number -> volumes.get(number),
              () -> meanLoad(volumes, removed));
      for (int block = 0; block < BLOCKS; block++) {
        String name = "cluster " + cluster + ", block " + block + ", seed " + Seeds.seed();
        PlacementRequest request = request(volumes);
        List<ReplicaRule> rules = policy(tiers).rules(request);
        long seed = random.nextLong();
        PlacementDecision decision = NodeChooser.choose(index, rules, request, seed);
        PlainNodeChooser.Decision plain =
            PlainNodeChooser.choose(view(volumes, removed, tiers), rules, request, seed);
        assertThat(decision.volumes()).as(name).isEqualTo(plain.volumes());
        assertThat(decision.degraded()).as(name).hasSize(plain.complaints());
        for (Volume chosen : decision.volumes()) {
          change(volumes.indexOf(chosen), -request.blockBytes(), volumes, index);
        }
        disturb(volumes, removed, index);
      }
    }
  }

  private static double meanLoad(List<Volume> volumes, boolean[] removed) {
    Map<Node, Integer> loads = new HashMap<>();
    for (int i = 0; i < removed.length; i++) {
      if (!removed[i]) {
        loads.put(volumes.get(i).node(), volumes.get(i).load());
      }
    }
    return loads.values().stream().mapToInt(Integer::intValue).average().orElse(0);
  }

  /** Something is deleted, or a volume goes away. */
  private void disturb(List<Volume> volumes, boolean[] removed, VolumeIndex index) {
    int any = random.nextInt(volumes.size());
    if (!removed[any] && random.nextInt(3) == 0) {
      change(any, random.nextInt(CAPACITY), volumes, index);
    }
    if (random.nextInt(10) == 0) {
      removed[any] = true;
      index.remove(any);
    }
  }

  private void change(int number, long bytes, List<Volume> volumes, VolumeIndex index) {
    Volume old = volumes.get(number);
    long free = Math.min(CAPACITY, old.freeBytes() + bytes);
    volumes.set(number, new Volume(old.node(), old.device(), CAPACITY, free, old.load()));
    int load = random.nextInt(4);
    volumes.replaceAll(
        volume ->
            volume.node().equals(old.node())
                ? new Volume(volume.node(), volume.device(), CAPACITY, volume.freeBytes(), load)
                : volume);
    index.setFree(number, free);
  }

  private static ClusterSnapshot view(List<Volume> volumes, boolean[] removed, Tiers tiers) {
    List<Volume> present = new ArrayList<>();
    for (int i = 0; i < removed.length; i++) {
      if (!removed[i]) {
        present.add(volumes.get(i));
      }
    }
    List<Node> nodes = present.stream().map(Volume::node).distinct().toList();
    return new ClusterSnapshot(nodes, present, tiers, REGIONS);
  }

  private Tiers tiers() {
    List<Tier> tiers = new ArrayList<>();
    for (DeviceType device : DeviceType.values()) {
      if (tiers.isEmpty() || random.nextInt(3) > 0) {
        String label = random.nextInt(4) == 0 ? "x" : "";
        tiers.add(new Tier(device.name(), Set.of(device), label, 1, 1, 1, false));
      }
    }
    return new Tiers(tiers);
  }

  /** Volumes of hosts with one DataNode, or with one for each volume; with racks in any order. */
  private List<Volume> volumes(int hosts, boolean together) {
    List<Volume> volumes = new ArrayList<>();
    int racks = 1 + random.nextInt(6);
    for (int host = 0; host < hosts; host++) {
      int rack = random.nextBoolean() ? host * racks / hosts : random.nextInt(racks);
      String location = "/c" + rack % 3 + "/r" + rack;
      String label = random.nextInt(3) == 0 ? "x" : "";
      for (DeviceType device : DeviceType.values()) {
        if (volumes.isEmpty() || random.nextInt(3) == 0) {
          String name = together ? "h" + host : "h" + host + "-" + device;
          Node node = new Node(name, "h" + host, location, label);
          int free = random.nextInt(CAPACITY);
          volumes.add(new Volume(node, device, CAPACITY, free, random.nextInt(3)));
        }
      }
    }
    return volumes;
  }

  private PlacementRequest request(List<Volume> volumes) {
    List<Replica> existing = new ArrayList<>();
    for (int i = random.nextInt(6) - 3; i > 0; i--) {
      Volume volume = volumes.get(random.nextInt(volumes.size()));
      existing.add(new Replica(volume.node(), volume.device()));
    }
    Node node = volumes.get(random.nextInt(volumes.size())).node();
    String host = random.nextInt(4) == 0 ? "elsewhere" : node.host();
    Optional<Writer> writer = Optional.of(new Writer(host, node.location()));
    return new PlacementRequest(
        "/dir/" + random.nextInt(50),
        1 + random.nextInt(4),
        random.nextInt(CAPACITY / 3),
        writer.filter(any -> random.nextInt(4) > 0),
        existing);
  }

  private PlacementPolicy policy(Tiers tiers) {
    List<Tier> allowed = tiers.all().subList(random.nextInt(tiers.size()), tiers.size());
    return switch (random.nextInt(5)) {
      case 0 -> new NetworkPlacement(tiers, allowed);
      case 1 -> new TierPlacement(tiers, allowed);
      case 2 -> new HybridPlacement(tiers, allowed);
      case 3 -> new RegionPlacement(REGIONS, tiers, allowed);
      default -> new RandomPlacement(tiers, allowed);
    };
  }
}
