// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FilePolicies;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.PolicyPlacement;
import org.athanor.simulator.hdfs.PolicySelection;
import org.athanor.simulator.hdfs.ReplicaSelection;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.placement.HybridPlacement;
import org.athanor.storage.placement.NetworkPlacement;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.RandomPlacement;
import org.athanor.storage.placement.TierPlacement;
import org.athanor.storage.retrieval.HybridRetrieval;
import org.athanor.storage.retrieval.NetworkRetrieval;
import org.athanor.storage.retrieval.PathSpeeds;
import org.athanor.storage.retrieval.RandomRetrieval;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.retrieval.TierRetrieval;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/**
 * A round of {@code benchmarks/storage tiers}, simulated: nine hosts write two files of one block
 * with three replicas each at once; then each reads two of another host, over fast links; and once
 * more over slow ones.
 */
final class TiersExperiment {
  private static final double MB = 1 << 20;
  static final int HOSTS = 9;
  private static final int FILES = 2;

  /** What the program waits between phases, and what it takes to limit the links. */
  private static final double PAUSE_SECONDS = 3.8;

  private static final double FAST = 1e10;

  /** 100 Mbit/s, without the headers of TCP over Ethernet and HDFS's checksums. */
  private static final double SLOW = 100e6 / 8 * 1448 / 1514 * 512 / 516;

  static final Tiers TIERS =
      new Tiers(
          List.of(
              new Tier("pcie", Set.of(DeviceType.NVDIMM), "", 53 * MB, 24 * MB, 7000, false),
              new Tier("sata", Set.of(DeviceType.SSD), "", 19 * MB, 14 * MB, 2500, false),
              new Tier("disk", Set.of(DeviceType.DISK), "", 6 * MB, 5 * MB, 350, false)));

  /** Throughputs in MB/s, as TestDFSIO counts them. */
  record Throughputs(double write, double fastRead, double slowRead) {}

  private final String mode;
  private final Simulation simulation = new Simulation();
  private final Cluster cluster = new Cluster(cluster(), simulation.flows());
  private final List<AccessRecord> records = new ArrayList<>();
  private final Clients clients;
  private ReplicaSelection selection;

  private TiersExperiment(String mode, SplittableRandom random) {
    this.mode = mode;
    FileSystem files =
        new FileSystem(
            cluster,
            new PolicyPlacement(
                FilePolicies.all(placement()), cluster, TIERS, Regions.none(), random.split()),
            (reader, replicas, count, of) -> selection.select(reader, replicas, count, of));
    clients = new Clients(simulation, cluster, files, records::add);
  }

  /**
   * Runs a round.
   *
   * @param mode of the program
   * @param bytes of each file
   */
  static Throughputs run(String mode, long bytes, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TiersExperiment one = new TiersExperiment(mode, random);
    double write = one.write(bytes);
    int shift = 1 + seed % (HOSTS - 1);
    double fast = one.read(shift, FAST, 125e6, random.split());
    double slow = one.read(shift, SLOW, 12.5e6, random.split());
    return new Throughputs(write, fast, slow);
  }

  private double write(long bytes) {
    for (int file = 0; file < HOSTS * FILES; file++) {
      clients.submit(new Access.Write(0, file / FILES, new FileSpec("/" + file, bytes, bytes, 3)));
    }
    return throughput();
  }

  private double read(int shift, double link, double told, SplittableRandom random) {
    selection = new PolicySelection(retrieval(mode, told), TIERS, Regions.none(), random);
    for (int host = 0; host < HOSTS; host++) {
      cluster.setLink(host, link);
    }
    double start = simulation.seconds() + PAUSE_SECONDS;
    for (int file = 0; file < HOSTS * FILES; file++) {
      clients.submit(new Access.Read(start, (file / FILES + shift) % HOSTS, "/" + file));
    }
    return throughput();
  }

  private double throughput() {
    records.clear();
    simulation.run();
    double bytes = records.stream().mapToDouble(AccessRecord::bytes).sum();
    return bytes / records.stream().mapToDouble(AccessRecord::seconds).sum() / 1e6;
  }

  private PlacementPolicy placement() {
    List<Tier> all = TIERS.all();
    return switch (mode) {
      case "network" -> new NetworkPlacement(TIERS, all);
      case "tier" -> new TierPlacement(TIERS, all);
      case "hybrid" -> new HybridPlacement(TIERS, all);
      case "random" -> new RandomPlacement(TIERS, all);
      default -> new NetworkPlacement(TIERS, List.of(all.get(2)));
    };
  }

  /**
   * The policy of readers.
   *
   * @param path what one reader can get from another host, in bytes per second
   */
  static RetrievalPolicy retrieval(String mode, double path) {
    return switch (mode) {
      case "network" -> new NetworkRetrieval(16);
      case "tier" -> new TierRetrieval(TIERS);
      case "hybrid" -> new HybridRetrieval(TIERS, new PathSpeeds(path, path, path));
      case "random" -> new RandomRetrieval();
      default -> new NetworkRetrieval(1_000_000);
    };
  }

  /** Nine hosts with 13 devices, which read and write as fast as they are limited to. */
  static ClusterSpec cluster() {
    List<RackSpec> racks = new ArrayList<>();
    for (int rack = 0; rack < 3; rack++) {
      List<NodeSpec> nodes = new ArrayList<>();
      for (int host = 3 * rack; host < 3 * rack + 3; host++) {
        List<DeviceSpec> devices = new ArrayList<>(List.of(device(DeviceType.DISK, 6, 5)));
        if (host % 3 == 2) {
          devices.add(device(DeviceType.SSD, 19, 14));
        }
        if (host == 1) {
          devices.add(device(DeviceType.NVDIMM, 53, 24));
        }
        nodes.add(new NodeSpec("host", 1, 1e9, FAST, devices, Slots.NONE, Power.NONE));
      }
      racks.add(new RackSpec(nodes, Double.POSITIVE_INFINITY));
    }
    return new ClusterSpec(racks);
  }

  private static DeviceSpec device(DeviceType type, double read, double write) {
    return new DeviceSpec(type, read * MB, write * MB, 0, 1L << 40, DeviceUse.HDFS, Power.NONE);
  }
}
