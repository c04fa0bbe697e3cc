// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.placement.VolumeIndex;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.ClusterSnapshot;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;

/**
 * A simulated cluster as policies see it. A volume is all devices of one type of a node; what it
 * has free is what its emptiest device has, because a block must fit on one. Memory is no volume:
 * HDFS places no replicas there, unless a file asks for it.
 */
final class SimulatedView {
  private final Cluster cluster;
  private final Tiers tiers;
  private final Regions regions;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Integer> byName = new HashMap<>();
  private final VolumeIndex index;

  /** The first volume of each node; that of the number of nodes is the number of volumes. */
  private final int[] firstVolume;

  /** The nodes and types of volumes. */
  private final List<Replica> places = new ArrayList<>();

  private Optional<Space> space = Optional.empty();

  private final BitSet gone = new BitSet();

  /** The nodes that store blocks and are not gone; another array when they change. */
  private int[] storing;

  SimulatedView(Cluster cluster, Tiers tiers, Regions regions) {
    this.cluster = cluster;
    this.tiers = tiers;
    this.regions = regions;
    firstVolume = new int[cluster.nodes() + 1];
    for (int node = 0; node < cluster.nodes(); node++) {
      String name = "node" + node;
      nodes.add(new Node(name, name, cluster.location(node), ""));
      byName.put(name, node);
      firstVolume[node] = places.size();
      addVolumes(node);
    }
    firstVolume[cluster.nodes()] = places.size();
    List<Volume> unknown =
        places.stream().map(place -> new Volume(place.node(), place.device(), 0, 0, 0)).toList();
    storing = storing();
    index =
        new VolumeIndex(
            unknown, tiers, regions, this::volume, () -> cluster.loads().meanTold(storing));
  }

  private int[] storing() {
    return IntStream.range(0, cluster.nodes())
        .filter(node -> cluster.blockDevices(node) > 0 && !gone.get(node))
        .toArray();
  }

  private void addVolumes(int node) {
    EnumSet<DeviceType> types = EnumSet.noneOf(DeviceType.class);
    for (int i = 0; i < cluster.blockDevices(node); i++) {
      types.add(cluster.device(cluster.blockDevice(node, i)).type());
    }
    types.remove(DeviceType.RAM_DISK);
    types.forEach(type -> places.add(new Replica(nodes.get(node), type)));
  }

  int nodeNamed(String name) {
    return byName.get(name);
  }

  Replica replica(int device) {
    return new Replica(nodes.get(cluster.nodeOf(device)), cluster.device(device).type());
  }

  Writer writer(int node) {
    return new Writer(nodes.get(node).host(), cluster.location(node));
  }

  /**
   * The volumes with what is free and busy now.
   *
   * @param of the cluster, in each call the same
   */
  VolumeIndex volumes(Space of) {
    space = Optional.of(of);
    of.forEachChanged(this::update);
    return index;
  }

  /**
   * A view of the volumes of some replicas only.
   *
   * @param replicas on different nodes
   * @param of the cluster, in each call the same
   */
  ClusterView volumesOf(List<Replica> replicas, Space of) {
    space = Optional.of(of);
    return new ClusterSnapshot(
        replicas.stream().map(Replica::node).toList(),
        replicas.stream().map(this::volume).toList(),
        tiers,
        regions);
  }

  private void update(int node) {
    if (gone.get(node) != space.orElseThrow().isGone(node)) {
      gone.flip(node);
      storing = storing();
    }
    for (int volume = firstVolume[node]; volume < firstVolume[node + 1]; volume++) {
      if (gone.get(node)) {
        index.remove(volume);
      } else {
        index.setFree(volume, volume(volume).freeBytes());
      }
    }
  }

  private Volume volume(int number) {
    return volume(places.get(number));
  }

  /** All devices of a type of a node, also memory, which is in no index. */
  private Volume volume(Replica place) {
    Node node = place.node();
    DeviceType type = place.device();
    int at = nodeNamed(node.name());
    long capacity = 0;
    long most = 0;
    for (int i = 0; i < cluster.blockDevices(at); i++) {
      int device = cluster.blockDevice(at, i);
      if (cluster.device(device).type() == type) {
        capacity += cluster.device(device).capacityBytes();
        most = Math.max(most, space.orElseThrow().free(device));
      }
    }
    return new Volume(node, type, capacity, most, cluster.loads().told(at));
  }
}
