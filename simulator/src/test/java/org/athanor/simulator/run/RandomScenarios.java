// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.storage.tier.DeviceType;

/** Scenarios of one to nine nodes and one to five jobs, of all kinds. All nodes are equal. */
final class RandomScenarios {
  private static final long BLOCK = 64;

  private RandomScenarios() {}

  static Scenario next(Random random) {
    int replication = 1 + random.nextInt(3);
    ClusterSpec cluster = cluster(random);
    List<FileSpec> files = new ArrayList<>();
    for (int file = 0; file < 2; file++) {
      int bytes = random.nextInt(5) == 0 ? 0 : random.nextInt(3000);
      files.add(new FileSpec("/in" + file, bytes, BLOCK, replication));
    }
    List<JobSpec> jobs = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    for (int job = 0; job < count; job++) {
      jobs.add(job("job" + job, random));
    }
    return new Scenario(
        cluster,
        HdfsRules.stock(),
        settings(replication, random).build(),
        scheduling(random),
        files,
        jobs,
        random.nextLong(),
        1e-12);
  }

  private static ClusterSpec cluster(Random random) {
    int racks = 1 + random.nextInt(3);
    int devices = 1 + random.nextInt(2);
    DeviceSpec device =
        new DeviceSpec(DeviceType.DISK, 20, 10, 0, 10_000_000, DeviceUse.ALL, new Power(1, 3));
    Slots slots =
        random.nextBoolean()
            ? Slots.containers(1 + random.nextInt(4))
            : Slots.separate(1 + random.nextInt(3), 1 + random.nextInt(2));
    double link = random.nextBoolean() ? 1000 : 15;
    NodeSpec node =
        new NodeSpec(
            "w",
            1 + random.nextInt(4),
            100,
            link,
            IntStream.range(0, devices).mapToObj(i -> device).toList(),
            slots,
            new Power(10, 30));
    double uplink = random.nextBoolean() ? Double.POSITIVE_INFINITY : 2 * link;
    List<RackSpec> all = new ArrayList<>();
    for (int rack = 0; rack < racks; rack++) {
      int nodes = 1 + random.nextInt(3);
      all.add(new RackSpec(IntStream.range(0, nodes).mapToObj(i -> node).toList(), uplink));
    }
    return new ClusterSpec(all);
  }

  private static Settings settings(int replication, Random random) {
    Settings settings = new Settings();
    settings.framework = List.of(Framework.values()).get(random.nextInt(3));
    settings.nodeBytes = 1L + random.nextInt(2000);
    settings.heartbeat = random.nextInt(3) == 0 ? 3 * random.nextDouble() : 0;
    settings.heartbeatTasks = 1 + random.nextInt(3);
    settings.blockBytes = BLOCK;
    settings.replication = replication;
    settings.jobStart = random.nextInt(2);
    settings.jobEnd = random.nextInt(2);
    settings.taskStart = random.nextInt(2) * random.nextDouble();
    settings.taskStartCore = random.nextInt(2) * random.nextDouble();
    settings.slowstart = List.of(0.0, 0.05, 0.5, 1.0).get(random.nextInt(4));
    settings.copies = 1 + random.nextInt(4);
    settings.sortBytes = random.nextInt(100);
    settings.mergeBytes = random.nextInt(300);
    settings.rackWait = random.nextInt(2) * 3 * random.nextDouble();
    settings.anyWait = random.nextInt(2) * 3 * random.nextDouble();
    settings.readsMapOutput = random.nextBoolean();
    settings.exact = random.nextInt(3) > 0;
    return settings;
  }

  private static Scheduling scheduling(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> new Scheduling.FirstComeFirstServed();
      case 1 -> new Scheduling.FairShare();
      default -> new Scheduling.Capacity(Map.of("a", 2.0, "b", 1.0));
    };
  }

  private static JobSpec job(String name, Random random) {
    boolean reads = random.nextInt(4) > 0;
    int reduces = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(5);
    int maps = reads && random.nextInt(3) > 0 ? 0 : 1 + random.nextInt(40);
    return new JobSpec(
        name,
        random.nextBoolean() ? "a" : "b",
        random.nextInt(20),
        reads ? "/in" + random.nextInt(2) : "",
        maps,
        reduces,
        reduces == 0 ? 0 : random.nextInt(3000),
        random.nextInt(1500),
        random.nextInt(30),
        random.nextInt(30));
  }
}
