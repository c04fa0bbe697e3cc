// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.PolicyPlacement;
import org.athanor.simulator.hdfs.PolicySelection;
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
import org.junit.jupiter.api.Test;

/**
 * The experiment {@code benchmarks/storage tiers --file-mb 64} with fast links, simulated, and
 * compared with what it measured on a real HDFS: nine hosts write two files of one block with three
 * replicas each at once, and then each reads two of another host.
 */
class TiersExperimentTest {
  private static final double MB = 1 << 20;
  private static final int HOSTS = 9;
  private static final int FILES = 2;
  private static final long BYTES = 64L << 20;
  private static final int SEEDS = 21;

  private static final Tiers TIERS =
      new Tiers(
          List.of(
              new Tier("pcie", Set.of(DeviceType.NVDIMM), "", 53 * MB, 24 * MB, 7000, false),
              new Tier("sata", Set.of(DeviceType.SSD), "", 19 * MB, 14 * MB, 2500, false),
              new Tier("disk", Set.of(DeviceType.DISK), "", 6 * MB, 5 * MB, 350, false)));

  /** Throughputs in MB/s, as TestDFSIO counts them. */
  private record Throughputs(double write, double read) {}

  /** Measured in one round, on the machine of docs/storage-evaluation.md. */
  private static final Map<String, Throughputs> MEASURED =
      Map.of(
          "hdfs", new Throughputs(0.75, 2.14),
          "network", new Throughputs(0.91, 3.12),
          "tier", new Throughputs(1.49, 5.06),
          "hybrid", new Throughputs(1.48, 5.74),
          "random", new Throughputs(1.01, 4.14));

  private static PlacementPolicy placement(String mode) {
    List<Tier> all = TIERS.all();
    return switch (mode) {
      case "network" -> new NetworkPlacement(TIERS, all);
      case "tier" -> new TierPlacement(TIERS, all);
      case "hybrid" -> new HybridPlacement(TIERS, all);
      case "random" -> new RandomPlacement(TIERS, all);
      default -> new NetworkPlacement(TIERS, List.of(all.get(2)));
    };
  }

  private static RetrievalPolicy retrieval(String mode) {
    return switch (mode) {
      case "network" -> new NetworkRetrieval(16);
      case "tier" -> new TierRetrieval(TIERS);
      case "hybrid" -> new HybridRetrieval(TIERS, new PathSpeeds(125e6, 125e6, 125e6));
      case "random" -> new RandomRetrieval();
      default -> new NetworkRetrieval(1_000_000);
    };
  }

  private static ClusterSpec cluster() {
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
        nodes.add(new NodeSpec("host", 1, 1e9, 1e10, devices, Slots.NONE, Power.NONE));
      }
      racks.add(new RackSpec(nodes, Double.POSITIVE_INFINITY));
    }
    return new ClusterSpec(racks);
  }

  private static DeviceSpec device(DeviceType type, double read, double write) {
    return new DeviceSpec(type, read * MB, write * MB, 0, 1L << 40, DeviceUse.HDFS, Power.NONE);
  }

  private static Throughputs simulate(String mode, int seed) {
    Simulation simulation = new Simulation();
    Cluster cluster = new Cluster(cluster(), simulation.flows());
    SplittableRandom random = new SplittableRandom(seed);
    FileSystem files =
        new FileSystem(
            cluster,
            new PolicyPlacement(placement(mode), cluster, TIERS, Regions.none(), random.split()),
            new PolicySelection(retrieval(mode), TIERS, random.split()));
    List<AccessRecord> records = new ArrayList<>();
    Clients clients = new Clients(simulation, cluster, files, records::add);
    for (int file = 0; file < HOSTS * FILES; file++) {
      clients.submit(new Access.Write(0, file / FILES, new FileSpec("/" + file, BYTES, BYTES, 3)));
    }
    simulation.run();
    double write = throughput(records);
    records.clear();
    double start = Math.ceil(simulation.seconds()) + 4;
    int shift = 1 + seed % (HOSTS - 1);
    for (int file = 0; file < HOSTS * FILES; file++) {
      int reader = (file / FILES + shift) % HOSTS;
      clients.submit(new Access.Read(start, reader, "/" + file));
    }
    simulation.run();
    return new Throughputs(write, throughput(records));
  }

  private static double throughput(List<AccessRecord> records) {
    assertThat(records).hasSize(HOSTS * FILES);
    double bytes = records.stream().mapToDouble(AccessRecord::bytes).sum();
    return bytes / records.stream().mapToDouble(AccessRecord::seconds).sum() / 1e6;
  }

  /** Of many draws of places: the lowest, the median and the highest. */
  private static double[] spread(double... values) {
    Arrays.sort(values);
    return new double[] {values[0], values[values.length / 2], values[values.length - 1]};
  }

  /** Writes hardly depend on chance; one round of reads is one draw of places of many. */
  @Test
  void theModesComeOutAsMeasured() {
    StringBuilder table = new StringBuilder("MB/s: measured, simulated median (lowest-highest)\n");
    Map<String, Double> medians = new HashMap<>();
    for (String mode : List.of("hdfs", "network", "tier", "hybrid", "random")) {
      double[] writes = new double[SEEDS];
      double[] reads = new double[SEEDS];
      for (int seed = 0; seed < SEEDS; seed++) {
        Throughputs one = simulate(mode, seed);
        writes[seed] = one.write();
        reads[seed] = one.read();
      }
      Throughputs measured = MEASURED.get(mode);
      double[] write = spread(writes);
      double[] read = spread(reads);
      table.append(line(mode + ", write", measured.write(), write));
      table.append(line(mode + ", read", measured.read(), read));
      assertThat(measured.write()).as("%s, write", mode).isCloseTo(write[1], withinPercentage(15));
      assertThat(measured.read()).as("%s, read", mode).isBetween(read[0], read[2]);
      medians.put(mode, read[1]);
    }
    System.out.println(table);
    assertThat(medians.get("hybrid")).isGreaterThan(medians.get("tier"));
    assertThat(medians.get("tier")).isGreaterThan(medians.get("network"));
    assertThat(medians.get("tier")).isGreaterThan(medians.get("random"));
    assertThat(medians.get("network")).isGreaterThan(medians.get("hdfs"));
  }

  private static String line(String what, double measured, double[] simulated) {
    return String.format(
        Locale.ROOT,
        "%-15s %.2f  %.2f (%.2f-%.2f)%n",
        what,
        measured,
        simulated[1],
        simulated[0],
        simulated[2]);
  }
}
