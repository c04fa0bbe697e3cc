// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.run.RunOutcome;
import org.athanor.simulator.run.Scenario;
import org.athanor.simulator.run.ScenarioPool;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.image.FileRecord;
import org.athanor.tiering.plan.PastPeriod;
import org.athanor.tiering.plan.SimulatedGain;
import org.athanor.tiering.plan.StoragePlan;
import org.athanor.tiering.plan.StoragePolicy;

/**
 * Tries the plans of past periods on a model of the cluster: the accesses of each period, which its
 * plan did not know, run once with the files as they are now and once as that plan would have had
 * them. Each access is a client on a node drawn by chance, which reads the whole file, block after
 * block, at the time of the log.
 */
public final class GainSimulation {
  /** Runs of each period with either layout, of different windows as far as there are several. */
  private static final int RUNS = 3;

  /** Longer files get larger blocks, which bounds the time of a run. */
  private static final int MOST_BLOCKS = 16;

  private static final double PRECISION = 1e-4;

  private final StoragePlan plan;
  private final ModelCluster cluster;
  private final Readers readers;

  private GainSimulation(StoragePlan plan, ModelCluster cluster, Readers readers) {
    this.plan = plan;
    this.cluster = cluster;
    this.readers = readers;
  }

  /**
   * Whether past plans can be tried: a budget that says where files are read from, and a period
   * before which a plan could have been made.
   */
  public static boolean isPossible(StoragePlan plan) {
    return !plan.past().isEmpty()
        && (plan.settings().ssdBytes().isPresent()
            || plan.settings().extraReplicaBytes().isPresent());
  }

  /**
   * Tries the past plans, in several threads.
   *
   * @param plan of which {@link #isPossible} is true
   * @throws ImpossibleGainException if the cluster cannot be that of the plan
   */
  public static SimulatedGain of(StoragePlan plan, ModelCluster cluster, Readers readers)
      throws ImpossibleGainException, InterruptedException {
    return new GainSimulation(plan, cluster, readers).run();
  }

  private SimulatedGain run() throws ImpossibleGainException, InterruptedException {
    if (plan.settings().ssdBytes().isPresent() && !cluster.has(DeviceType.SSD)) {
      throw new ImpossibleGainException(
          "no node of the cluster, " + cluster.text() + ", has an SSD for blocks");
    }
    List<Scenario> scenarios = new ArrayList<>();
    for (int period = 0; period < plan.past().size(); period++) {
      for (int run = 0; run < RUNS; run++) {
        long seed = (long) period * RUNS + run + 1;
        PastPeriod past = plan.past().get(period);
        PastPeriod.Window window = past.windows().get(run % past.windows().size());
        scenarios.add(scenario(past, window, false, seed));
        scenarios.add(scenario(past, window, true, seed));
      }
    }
    int threads = Runtime.getRuntime().availableProcessors();
    return gain(ScenarioPool.run(scenarios, threads, false, index -> {}));
  }

  private Scenario scenario(PastPeriod past, PastPeriod.Window window, boolean planned, long seed) {
    List<FileSpec> files = new ArrayList<>();
    for (int file = 0; file < past.files().size(); file++) {
      files.add(spec(file, past.files().get(file), planned));
    }
    SplittableRandom random = new SplittableRandom(~seed);
    List<Access> reads = new ArrayList<>();
    for (PastPeriod.Read read : window.reads()) {
      int node = random.nextInt(cluster.nodes());
      reads.add(new Access.Read(read.seconds(), node, path(read.file())));
    }
    AccessPlan accesses = new AccessPlan(List.of(new AccessPlan.Round(0, reads)));
    return Scenario.ofClients(
        cluster.spec(), readers.rules(), files, List.of(accesses), seed, PRECISION);
  }

  private FileSpec spec(int number, PastPeriod.Layout layout, boolean planned) {
    FileRecord file = layout.file();
    int wanted = planned ? layout.plannedReplicas() : file.replication();
    int replicas = Math.min(wanted, cluster.storingNodes());
    StoragePolicy policy = planned ? layout.plannedPolicy() : layout.policy();
    long block = Math.max(file.blockBytes(), (file.bytes() + MOST_BLOCKS - 1) / MOST_BLOCKS);
    return new FileSpec(path(number), file.bytes(), block, replicas, types(policy, replicas));
  }

  /** What a policy has one replica of goes first. */
  private static List<DeviceType> types(StoragePolicy policy, int replicas) {
    List<DeviceType> types = new ArrayList<>();
    for (DeviceType type : DeviceType.values()) {
      int copies = policy.copies(type, replicas);
      for (int i = 0; i < copies; i++) {
        types.add(copies == 1 && replicas > 1 ? 0 : types.size(), type);
      }
    }
    while (types.size() < replicas) {
      types.add(DeviceType.DISK);
    }
    return types;
  }

  private static String path(int file) {
    return "/" + file;
  }

  private SimulatedGain gain(List<RunOutcome> outcomes) throws ImpossibleGainException {
    List<PairedReads> runs = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i += 2) {
      runs.add(new PairedReads(totals(outcomes.get(i)), totals(outcomes.get(i + 1))));
    }
    List<PairedReads> periods = new ArrayList<>();
    for (int i = 0; i < runs.size(); i += RUNS) {
      periods.add(PairedReads.sum(runs.subList(i, i + RUNS)));
    }
    List<PairedReads> compared = periods.size() == 1 ? runs : periods;
    return new SimulatedGain(
        cluster.text(),
        readers.text(),
        periods.size(),
        runs.size(),
        PairedReads.sum(runs).now().reads(),
        plan.past().stream().mapToLong(PastPeriod::accesses).sum(),
        PairedReads.change(
            compared, ReadTotals::meanSeconds, (now, planned) -> now == 0 ? 0 : 1 - planned / now),
        PairedReads.change(
            compared, ReadTotals::throughput, (now, planned) -> now == 0 ? 0 : planned / now - 1),
        PairedReads.change(compared, ReadTotals::ssdShare, (now, planned) -> planned - now),
        List.of());
  }

  private static ReadTotals totals(RunOutcome outcome) throws ImpossibleGainException {
    Optional<ReadTotals> totals = outcome.result().map(ReadTotals::of);
    if (totals.isEmpty()) {
      throw new ImpossibleGainException(outcome.failure());
    }
    return totals.get();
  }
}
