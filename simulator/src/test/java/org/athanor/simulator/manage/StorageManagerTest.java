// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.hdfs.StockPlacement;
import org.athanor.simulator.hdfs.StockSelection;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Ten files of two blocks of 100 bytes, with three replicas on the disks of six nodes, each with a
 * disk of 10 bytes/s (5 written), an SSD of 100 (50) and an archive of 20 (10).
 */
class StorageManagerTest {
  private static final Tier SSD = tier("ssd", DeviceType.SSD, false);
  private static final Tier DISK = tier("disk", DeviceType.DISK, false);
  private static final Tier ARCHIVE = tier("archive", DeviceType.ARCHIVE, true);
  private static final long PERIOD = 1000;

  private final Simulation simulation = new Simulation();
  private final Cluster cluster = new Cluster(ClusterSpec.ofEqual(node(), 6), simulation.flows());
  private final FileSystem files =
      new FileSystem(
          cluster,
          new StockPlacement(new SplittableRandom(1)),
          new StockSelection(new SplittableRandom(2)));
  private final List<FileOpen> opens = new ArrayList<>();

  StorageManagerTest() {
    for (int file = 0; file < 10; file++) {
      files.create(new FileSpec("/" + file, 200, 100, 3));
    }
  }

  private static Tier tier(String name, DeviceType type, boolean durable) {
    return new Tier(name, Set.of(type), "", 1, 1, 1, durable);
  }

  private static NodeSpec node() {
    List<DeviceSpec> devices =
        List.of(
            device(DeviceType.SSD, 100),
            device(DeviceType.DISK, 10),
            device(DeviceType.ARCHIVE, 20));
    return new NodeSpec("w", 1, 1, 1000, devices, Slots.NONE, Power.NONE);
  }

  private static DeviceSpec device(DeviceType type, double rate) {
    return new DeviceSpec(type, rate, rate / 2, 0, 100_000, DeviceUse.ALL, Power.NONE);
  }

  private void open(double seconds, int file, int times) {
    for (int i = 0; i < times; i++) {
      opens.add(new FileOpen(seconds, "/" + file));
    }
  }

  private StorageManager manage(Planning planning, Foresight foresight) {
    return manage(planning, foresight, PredictionErrors.NONE, 3);
  }

  private StorageManager manage(
      Planning planning, Foresight foresight, PredictionErrors errors, long seed) {
    ManagerRules rules = new ManagerRules(planning, foresight, PERIOD, 1, 60, errors);
    return new StorageManager(
        simulation,
        cluster,
        files,
        rules,
        opens,
        new SplittableRandom(seed),
        () -> {},
        own -> true);
  }

  private void runUntil(double seconds) {
    simulation.runUntil(Math.round(seconds * 1e9));
  }

  /** Replicas of each block of a file by type, which must be the same for all blocks. */
  private Map<DeviceType, Integer> replicas(int number) {
    SimulatedFile file = files.file("/" + number).orElseThrow();
    Set<Map<DeviceType, Integer>> all = new HashSet<>();
    for (int block = 0; block < file.blocks(); block++) {
      Map<DeviceType, Integer> counts = new EnumMap<>(DeviceType.class);
      Set<Integer> nodes = new HashSet<>();
      for (int device : file.replicas(block)) {
        counts.merge(cluster.device(device).type(), 1, Integer::sum);
        nodes.add(cluster.nodeOf(device));
      }
      assertThat(nodes).hasSize(file.replicas(block).length);
      all.add(counts);
    }
    assertThat(all).hasSize(1);
    return all.iterator().next();
  }

  private static Planning region(long bytes) {
    return new Planning.Region(DISK, SSD, bytes, Bonus.NONE);
  }

  @Test
  void stockPlacementUsesDisksOnly() {
    for (int file = 0; file < 10; file++) {
      assertThat(replicas(file)).isEqualTo(Map.of(DeviceType.DISK, 3));
    }
  }

  /** Two files fit; the two that were read most get a copy more, and lose it in the next period. */
  @Test
  void theRegionHasTheMostPopularFiles() {
    open(10, 4, 5);
    open(10, 7, 4);
    open(10, 2, 3);
    open(PERIOD + 500, 1, 9);
    open(PERIOD + 500, 3, 8);
    StorageManager manager = manage(region(400), new Foresight.Learned(PredictorKind.LAST_VALUE));
    runUntil(PERIOD - 1);
    assertThat(replicas(4)).isEqualTo(Map.of(DeviceType.DISK, 3));
    // A block is read from a disk in 10 s, and written to an SSD in 2 s meanwhile.
    runUntil(PERIOD + 21);
    for (int file : new int[] {4, 7}) {
      assertThat(replicas(file)).isEqualTo(Map.of(DeviceType.DISK, 3, DeviceType.SSD, 1));
    }
    assertThat(replicas(2)).isEqualTo(Map.of(DeviceType.DISK, 3));
    assertThat(manager.use().copiedBytes()).isEqualTo(400, within(1e-9));
    runUntil(2 * PERIOD + 100);
    for (int file = 0; file < 10; file++) {
      boolean popular = file == 1 || file == 3;
      assertThat(replicas(file).getOrDefault(DeviceType.SSD, 0)).isEqualTo(popular ? 1 : 0);
    }
    manager.stop();
    ManagerUse use = manager.use();
    assertThat(use.plans()).isEqualTo(2);
    assertThat(use.usualBytes()).isEqualTo(6000, within(1e-9));
    // 6,000 bytes at the end of the first period, 6,400 at that of the second one.
    assertThat(use.meanStoredBytes()).isEqualTo(6200, within(1e-9));
  }

  /** Perfect foresight has the file before it is opened for the first time. */
  @Test
  void perfectForesightKnowsTheNextPeriod() {
    open(PERIOD + 500, 5, 1);
    StorageManager manager = manage(region(200), new Foresight.Perfect());
    runUntil(PERIOD + 100);
    assertThat(replicas(5)).containsEntry(DeviceType.SSD, 1);
    manager.stop();
  }

  /** Of 17 accesses to two files the region serves all if it knows them, and none otherwise. */
  @Test
  void countsWhatTheRegionServes() {
    open(10, 4, 5);
    open(PERIOD + 500, 1, 9);
    open(PERIOD + 500, 3, 8);
    for (boolean known : new boolean[] {false, true}) {
      StorageManagerTest other = new StorageManagerTest();
      other.opens.addAll(opens);
      Foresight foresight =
          known ? new Foresight.Perfect() : new Foresight.Learned(PredictorKind.LAST_VALUE);
      StorageManager manager = other.manage(region(400), foresight);
      other.runUntil(2 * PERIOD + 100);
      manager.stop();
      assertThat(manager.use().accesses())
          .isEqualTo(new ServedAccesses(3400, 0, known ? 3400 : 0, 3400));
    }
  }

  /** Of five accesses at once three have a replica of their own, and two others with budget. */
  @Test
  void countsWhatReplicasServe() {
    open(PERIOD + 500, 6, 5);
    open(PERIOD + 600, 6, 1);
    Planning scarlett = new Planning.Scarlett(DISK, 0, 6, 200);
    StorageManager manager = manage(scarlett, new Foresight.Learned(PredictorKind.LFU));
    runUntil(PERIOD + 100);
    manager.stop();
    assertThat(manager.use().accesses()).isEqualTo(new ServedAccesses(1200, 800, 800, 1000));
  }

  @Test
  void noPlannerServesMoreThanAClairvoyantOne() {
    Random random = Seeds.of("bounds");
    AptRules rules =
        new AptRules(DISK, ARCHIVE, Replication.DEFAULT, AptRules.Bounds.DEFAULT, 3_000, false);
    AptRules perf =
        new AptRules(DISK, ARCHIVE, Replication.DEFAULT, AptRules.Bounds.NEVER, 3_000, false);
    List<Planning> planners =
        List.of(
            region(500),
            new Planning.Scarlett(DISK, 1, 6, 0),
            new Planning.Scarlett(DISK, 1, 6, 700),
            new Planning.AptStore(rules),
            new Planning.AptStore(perf));
    List<Foresight> foresights =
        List.of(
            new Foresight.Perfect(),
            new Foresight.Learned(PredictorKind.RECURRENCE),
            new Foresight.Concurrent(Duration.ofSeconds(60)));
    for (Planning planning : planners) {
      for (Foresight foresight : foresights) {
        StorageManagerTest other = new StorageManagerTest();
        for (int file = 10; file < 16; file++) {
          other.files.create(new FileSpec("/" + file, 200, 100, 1 + random.nextInt(5)));
        }
        for (int i = 0; i < 200; i++) {
          other.open(random.nextInt(5000), random.nextInt(16), 1 + random.nextInt(6));
        }
        StorageManager manager = other.manage(planning, foresight);
        other.runUntil(5 * PERIOD + 1);
        manager.stop();
        ServedAccesses accesses = manager.use().accesses();
        assertThat(accesses.bound()).isBetween(accesses.served(), accesses.bytes());
        assertThat(accesses.served()).isPositive();
      }
    }
  }

  /** Scarlett: as many replicas as there were readers at once, three otherwise. */
  @Test
  void scarlettMakesAndRemovesReplicas() {
    open(10, 6, 5);
    Planning scarlett = new Planning.Scarlett(DISK, 0, 6, 1_000_000);
    StorageManager manager = manage(scarlett, new Foresight.Concurrent(Duration.ofSeconds(60)));
    runUntil(PERIOD + 200);
    assertThat(replicas(6)).isEqualTo(Map.of(DeviceType.DISK, 5));
    runUntil(2 * PERIOD + 1);
    assertThat(replicas(6)).isEqualTo(Map.of(DeviceType.DISK, 3));
    manager.stop();
  }

  /** AptStore: files that are not read go to the archive with one replica, and come back. */
  @Test
  void aptStoreMovesUnpopularFiles() {
    for (int period = 0; period < 4; period++) {
      open(period * PERIOD + 10, 0, 20);
    }
    open(4 * PERIOD + 10, 9, 60);
    AptRules rules =
        new AptRules(DISK, ARCHIVE, Replication.DEFAULT, AptRules.Bounds.DEFAULT, 1_000_000, false);
    StorageManager manager =
        manage(new Planning.AptStore(rules), new Foresight.Learned(PredictorKind.LAST_VALUE));
    runUntil(4 * PERIOD - 1);
    assertThat(replicas(0).get(DeviceType.DISK)).isGreaterThan(3);
    assertThat(replicas(9)).isEqualTo(Map.of(DeviceType.ARCHIVE, 1));
    runUntil(6 * PERIOD - 1);
    assertThat(replicas(9).get(DeviceType.DISK)).isGreaterThanOrEqualTo(3);
    manager.stop();
    assertThat(manager.use().meanStoredBytes()).isLessThan(manager.use().usualBytes());
  }

  /** With an error of 1, a popularity is anything from nothing to its double. */
  @Test
  void wrongPredictionsAreWrong() {
    open(10, 0, 10);
    open(10, 1, 9);
    int wrong = 0;
    for (int seed = 0; seed < 20; seed++) {
      StorageManagerTest other = new StorageManagerTest();
      other.opens.addAll(opens);
      StorageManager manager =
          other.manage(
              region(200),
              new Foresight.Learned(PredictorKind.LAST_VALUE),
              new PredictionErrors(1, 0),
              seed);
      other.runUntil(PERIOD + 100);
      wrong += other.replicas(1).getOrDefault(DeviceType.SSD, 0);
      manager.stop();
    }
    assertThat(wrong).isBetween(4, 14);
  }

  /**
   * A region for one of ten files, and one that is read in each period. If amounts are wrong, it is
   * known all the same. Mistaken with the chance m, the region has it with the chance 1 - m, if no
   * other file is predicted as it is, or draws it.
   */
  @Test
  void mistakenPredictionsMissFiles() {
    int periods = 400;
    for (int period = 1; period <= periods; period++) {
      open(period * PERIOD + 500, 4, 1);
    }
    double[] served = new double[3];
    double[] mistaken = {0, 0.5, 1};
    for (int i = 0; i < mistaken.length; i++) {
      StorageManagerTest other = new StorageManagerTest();
      other.opens.addAll(opens);
      StorageManager manager =
          other.manage(
              region(200), new Foresight.Perfect(), new PredictionErrors(1, mistaken[i]), 5);
      other.runUntil(periods * PERIOD + 1);
      manager.stop();
      served[i] = manager.use().accesses().served() / manager.use().accesses().bytes();
    }
    assertThat(served[0]).isEqualTo(1);
    assertThat(served[1]).isBetween(0.3, 0.6);
    assertThat(served[2]).isLessThan(0.15);
  }

  /** Whatever is read, room that was taken is that of the replicas, and no block is ever lost. */
  @Test
  void roomIsThatOfReplicas() {
    Random random = Seeds.of("manager");
    for (int i = 0; i < 300; i++) {
      open(random.nextInt(6000), random.nextInt(10), 1 + random.nextInt(6));
    }
    AptRules rules =
        new AptRules(DISK, ARCHIVE, Replication.DEFAULT, AptRules.Bounds.DEFAULT, 5_000, true);
    StorageManager manager =
        manage(
            new Planning.AptStore(rules),
            new Foresight.Learned(PredictorKind.APTSTORE),
            new PredictionErrors(0.3, 0.1),
            3);
    for (int at = 0; at < 7000; at += 37) {
      runUntil(at);
      for (SimulatedFile file : files.files()) {
        for (int block = 0; block < file.blocks(); block++) {
          assertThat(file.replicas(block)).isNotEmpty();
        }
      }
    }
    manager.stop();
    assertThat(used()).isEqualTo(stored());
  }

  private long used() {
    long used = 0;
    for (int device = 0; device < cluster.devices(); device++) {
      used += cluster.device(device).capacityBytes() - files.space().free(device);
    }
    return used;
  }

  private long stored() {
    long stored = 0;
    for (SimulatedFile file : files.files()) {
      for (int block = 0; block < file.blocks(); block++) {
        stored += file.bytesOf(block) * file.replicas(block).length;
      }
    }
    return stored;
  }
}
