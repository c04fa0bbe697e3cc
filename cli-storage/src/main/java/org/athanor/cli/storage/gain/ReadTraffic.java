// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.storage.placement.NodeChooser;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.VolumeIndex;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.retrieval.NetworkDistance;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Volume;

/**
 * Which devices and links carry what is read of blocks that a placement policy has placed: a sample
 * of blocks, each written and read from nodes drawn by chance. All links are as fast as the cluster
 * says, times a factor.
 */
final class ReadTraffic {
  private static final int REPLICAS = 3;
  private static final int LEAST_BLOCKS = 4000;
  private static final int BLOCKS_OF_A_NODE = 40;
  private static final long SEED = 1;
  private static final long ROOM = 1L << 40;

  private final ClusterSpec cluster;
  private final Tiers tiers;
  private final List<NodeSpec> nodes = new ArrayList<>();
  private final List<Integer> rackOf = new ArrayList<>();
  private final List<Node> names = new ArrayList<>();

  /** The devices that store blocks, and for each its node. */
  private final List<DeviceSpec> devices = new ArrayList<>();

  private final List<Integer> nodeOf = new ArrayList<>();

  /** For each node, its devices. */
  private final List<List<Integer>> devicesOf = new ArrayList<>();

  private final Map<Node, Integer> numbers = new HashMap<>();
  private final List<Block> blocks = new ArrayList<>();

  /** A block that a node reads from one of several devices. */
  private record Block(int reader, List<Integer> devices) {}

  /**
   * What reading occupies.
   *
   * @param seconds for which a byte that is read occupies each station, on average: devices, then
   *     nodes' links out and in, then racks' links out and in, then the switch between racks
   * @param fromFastestTier share of bytes
   * @param remote share of bytes
   */
  record Demand(List<Double> seconds, double fromFastestTier, double remote) {}

  /**
   * Places the blocks.
   *
   * @param stores whether blocks are put on a device
   */
  ReadTraffic(
      ClusterSpec cluster, Tiers tiers, PlacementPolicy placement, Predicate<DeviceSpec> stores) {
    this.cluster = cluster;
    this.tiers = tiers;
    List<Volume> volumes = new ArrayList<>();
    for (int rack = 0; rack < cluster.racks().size(); rack++) {
      for (NodeSpec spec : cluster.racks().get(rack).nodes()) {
        Node node = new Node("n" + nodes.size(), "n" + nodes.size(), "/r" + rack, "");
        List<Integer> own = new ArrayList<>();
        for (DeviceSpec device : spec.devices()) {
          if (stores.test(device)) {
            own.add(devices.size());
            devices.add(device);
            nodeOf.add(nodes.size());
            volumes.add(new Volume(node, device.type(), ROOM, ROOM, 0));
          }
        }
        devicesOf.add(own);
        numbers.put(node, nodes.size());
        nodes.add(spec);
        rackOf.add(rack);
        names.add(node);
      }
    }
    place(placement, volumes.stream().distinct().toList());
  }

  private void place(PlacementPolicy placement, List<Volume> volumes) {
    VolumeIndex index = new VolumeIndex(volumes, tiers, Regions.none(), volumes::get, () -> 0);
    SplittableRandom random = new SplittableRandom(SEED);
    int number = Math.max(LEAST_BLOCKS, BLOCKS_OF_A_NODE * nodes.size());
    for (int block = 0; block < number; block++) {
      Node writer = names.get(random.nextInt(nodes.size()));
      PlacementRequest request =
          PlacementRequest.from(
              new Writer(writer.host(), writer.location()), "/" + block, REPLICAS, 1);
      List<Volume> chosen =
          NodeChooser.choose(index, placement.rules(request), request, random.nextLong()).volumes();
      List<Integer> found = chosen.stream().map(volume -> device(volume, random)).toList();
      blocks.add(new Block(random.nextInt(nodes.size()), found));
    }
  }

  /** HDFS chooses among the devices of a type of a node by turns. */
  private int device(Volume volume, SplittableRandom random) {
    List<Integer> found =
        devicesOf.get(numbers.get(volume.node())).stream()
            .filter(device -> devices.get(device).type() == volume.device())
            .toList();
    return found.get(random.nextInt(found.size()));
  }

  /**
   * What readers occupy if they choose replicas by a policy. Nodes tell no load: a burst of reads
   * begins before it is known.
   *
   * @param factor by which all links are faster than the cluster says, above 0
   */
  Demand demand(RetrievalPolicy retrieval, double factor) {
    int racks = cluster.racks().size();
    double[] seconds = new double[devices.size() + 2 * nodes.size() + 2 * racks + 1];
    double fastest = 0;
    double remote = 0;
    double[] weights = new double[REPLICAS];
    for (Block block : blocks) {
      double sum = 0;
      for (int i = 0; i < block.devices().size(); i++) {
        int device = block.devices().get(i);
        weights[i] =
            retrieval.weight(distance(block.reader(), nodeOf.get(device)), rank(device), 0);
        sum += weights[i];
      }
      for (int i = 0; i < block.devices().size(); i++) {
        double share = weights[i] / sum / blocks.size();
        int device = block.devices().get(i);
        int from = nodeOf.get(device);
        seconds[device] += share / devices.get(device).readBytesPerSecond();
        fastest += rank(device) == 0 ? share : 0;
        if (from != block.reader()) {
          remote += share;
          send(seconds, from, block.reader(), share / factor);
        }
      }
    }
    return new Demand(Arrays.stream(seconds).boxed().toList(), fastest, remote);
  }

  private void send(double[] seconds, int from, int to, double share) {
    int links = devices.size();
    int uplinks = links + 2 * nodes.size();
    int racks = cluster.racks().size();
    seconds[links + from] += share / nodes.get(from).linkBytesPerSecond();
    seconds[links + nodes.size() + to] += share / nodes.get(to).linkBytesPerSecond();
    int rack = rackOf.get(from);
    int other = rackOf.get(to);
    if (rack != other) {
      seconds[uplinks + rack] += share / uplink(rack);
      seconds[uplinks + racks + other] += share / uplink(other);
      seconds[uplinks + 2 * racks] += share / cluster.coreBytesPerSecond();
    }
  }

  private double uplink(int rack) {
    RackSpec spec = cluster.racks().get(rack);
    return spec.uplinkBytesPerSecond();
  }

  private int distance(int reader, int node) {
    if (reader == node) {
      return NetworkDistance.LOCAL;
    }
    return rackOf.get(reader).equals(rackOf.get(node))
        ? NetworkDistance.RACK
        : NetworkDistance.OFF_RACK;
  }

  private int rank(int device) {
    DeviceType type = devices.get(device).type();
    return tiers.of(type, "").map(tiers::rank).orElse(RetrievalPolicy.NO_TIER);
  }

  /** A station of a {@link Demand}, in words. */
  String station(int number) {
    int links = devices.size();
    if (number < links) {
      return "a device of type " + devices.get(number).type();
    }
    int node = (number - links) % nodes.size();
    if (number < links + 2 * nodes.size()) {
      return number - links < nodes.size()
          ? "the link of a node with " + best(node)
          : "the link of a reader";
    }
    return number < links + 2 * nodes.size() + 2 * cluster.racks().size()
        ? "the uplink of a rack"
        : "the switch between racks";
  }

  /** The type of the fastest device of a node that sends. */
  private DeviceType best(int node) {
    return devicesOf.get(node).stream()
        .map(devices::get)
        .max(Comparator.comparingDouble(DeviceSpec::readBytesPerSecond))
        .orElseThrow()
        .type();
  }
}
