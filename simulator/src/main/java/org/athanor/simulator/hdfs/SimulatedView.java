// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;

/** A simulated cluster as policies see it. */
final class SimulatedView implements ClusterView {
  private final Cluster cluster;
  private final Tiers tiers;
  private final Regions regions;
  private final List<Node> all = new ArrayList<>();
  private final Map<String, Integer> byName = new HashMap<>();
  private List<Node> nodes = List.of();
  private List<Volume> volumes = List.of();

  SimulatedView(Cluster cluster, Tiers tiers, Regions regions) {
    this.cluster = cluster;
    this.tiers = tiers;
    this.regions = regions;
    for (int node = 0; node < cluster.nodes(); node++) {
      String name = "node" + node;
      all.add(new Node(name, name, location(node), ""));
      byName.put(name, node);
    }
  }

  private String location(int node) {
    return "/rack" + cluster.rackOf(node);
  }

  int nodeNamed(String name) {
    return byName.get(name);
  }

  Replica replica(int device) {
    return new Replica(all.get(cluster.nodeOf(device)), cluster.device(device).type());
  }

  Writer writer(int node) {
    return new Writer(all.get(node).host(), location(node));
  }

  /** Sees what is free and busy now. */
  void update(Space space) {
    List<Node> present = new ArrayList<>();
    List<Volume> found = new ArrayList<>();
    for (int node = 0; node < cluster.nodes(); node++) {
      if (!space.isGone(node) && cluster.blockDevices(node) > 0) {
        present.add(all.get(node));
        addVolumes(node, space, found);
      }
    }
    nodes = present;
    volumes = found;
  }

  private void addVolumes(int node, Space space, List<Volume> found) {
    for (DeviceType type : DeviceType.values()) {
      long capacity = 0;
      long most = 0;
      int load = 0;
      boolean has = false;
      for (int i = 0; i < cluster.blockDevices(node); i++) {
        int device = cluster.blockDevice(node, i);
        load += cluster.load(device);
        if (cluster.device(device).type() == type) {
          has = true;
          capacity += cluster.device(device).capacityBytes();
          // A block must fit on one device.
          most = Math.max(most, space.free(device));
        }
      }
      if (has) {
        found.add(new Volume(all.get(node), type, capacity, Math.max(0, most), load));
      }
    }
  }

  @Override
  public List<Node> nodes() {
    return nodes;
  }

  @Override
  public List<Volume> volumes() {
    return volumes;
  }

  @Override
  public Tiers tiers() {
    return tiers;
  }

  @Override
  public Regions regions() {
    return regions;
  }
}
