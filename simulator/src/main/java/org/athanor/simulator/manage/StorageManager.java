// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.hdfs.TierReplicas;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;

/**
 * The daemon that manages the files that are there at the beginning: at the end of each period it
 * predicts how popular each will be, lets a planner decide about all, and copies and removes
 * replicas. The times at which files are opened are known beforehand; it learns only from those
 * that are over, unless its foresight is perfect.
 */
public final class StorageManager {
  private final Simulation simulation;
  private final ManagerRules rules;
  private final Popularity popularity;

  /** By which numbers of replicas are decided, if that is another one. */
  private final Optional<Popularity> replicaPopularity;

  private final TierReplicas replicas;
  private final RandomGenerator random;
  private final Runnable beforePlan;
  private final IntPredicate othersWork;
  private final List<SimulatedFile> files;

  /** The tier of each file, and its number of replicas on it, as they were decided last. */
  private final Tier[] tiers;

  private final int[] numbers;
  private final double usualBytes;
  private final Service service;
  private double sampledBytes;
  private int plans;
  private int next;

  /**
   * Begins to manage all files of a file system.
   *
   * @param opens when files are opened, in any order; those of unknown paths are left out
   * @param random where replicas go, and how predictions are wrong
   * @param beforePlan what to do before each plan, when the replicas of the one before are mostly
   *     made
   * @param othersWork gets the number of events of the manager, and says whether there are more: if
   *     not, nobody will ever read, and it plans no more
   */
  public StorageManager(
      Simulation simulation,
      Cluster cluster,
      FileSystem fileSystem,
      ManagerRules rules,
      List<FileOpen> opens,
      RandomGenerator random,
      Runnable beforePlan,
      IntPredicate othersWork) {
    this.simulation = simulation;
    this.rules = rules;
    this.random = random;
    this.beforePlan = beforePlan;
    this.othersWork = othersWork;
    replicas = new TierReplicas(simulation, cluster, fileSystem, rules.streams(), random);
    files = List.copyOf(fileSystem.files());
    popularity = new Popularity(rules, rules.foresight(), files, opens);
    replicaPopularity =
        replicaForesight(rules).map(own -> new Popularity(rules, own, files, opens));
    tiers = new Tier[files.size()];
    numbers = new int[files.size()];
    for (int i = 0; i < tiers.length; i++) {
      tiers[i] = rules.planning().home();
      numbers[i] = files.get(i).replication();
    }
    usualBytes = storedBytes();
    service = new Service(rules.planning(), files);
    planNext();
  }

  private void planNext() {
    next = simulation.after(rules.periodSeconds(), this::plan);
  }

  private void plan() {
    if (!othersWork.test(replicas.running())) {
      return;
    }
    beforePlan.run();
    sampledBytes += storedBytes();
    plans++;
    double[] predicted = wrong(popularity);
    double[] forReplicas = replicaPopularity.map(this::wrong).orElse(predicted);
    List<Candidate> candidates = new ArrayList<>(files.size());
    for (int i = 0; i < predicted.length; i++) {
      candidates.add(new Candidate(facts(i), tiers[i], predicted[i], Set.of()));
    }
    for (Decisions.Decision decision : decide(candidates, forReplicas)) {
      int file = (int) decision.candidate().file().id();
      tiers[file] = decision.tier();
      numbers[file] = decision.usual();
      replicas.want(files.get(file), byDevice(decision.replicas()));
    }
    service.count(popularity.nextPeriod(), tiers, numbers);
    replicas.begin();
    planNext();
  }

  /** The daemon ranks files for replicas by AptStore's predictor, whatever the other one is. */
  private static Optional<Foresight> replicaForesight(ManagerRules rules) {
    Foresight apt = new Foresight.Learned(PredictorKind.APTSTORE);
    return rules.planning() instanceof Planning.Serve serve
            && serve.extraBytes().isPresent()
            && !(rules.foresight() instanceof Foresight.Perfect)
            && !rules.foresight().equals(apt)
        ? Optional.of(apt)
        : Optional.empty();
  }

  private double[] wrong(Popularity own) {
    return rules.errors().of(own.endOfPeriod(simulation.seconds()), random);
  }

  private List<Decisions.Decision> decide(List<Candidate> candidates, double[] forReplicas) {
    if (!(rules.planning() instanceof Planning.Serve serve)) {
      return Decisions.decide(rules.planning(), candidates);
    }
    List<ManagedFile> managed = new ArrayList<>(candidates.size());
    for (int i = 0; i < forReplicas.length; i++) {
      managed.add(
          new ManagedFile(
              candidates.get(i), forReplicas[i], popularity.isOpened(i), popularity.lastUse(i)));
    }
    return ServeDecisions.decide(serve, managed, popularity.latest());
  }

  private FileFacts facts(int number) {
    SimulatedFile file = files.get(number);
    return new FileFacts(
        file.path(),
        number,
        file.bytes(),
        file.blocks(),
        file.blockBytes(),
        numbers[number],
        Instant.EPOCH);
  }

  /** Tiers of scenarios have devices of one type. */
  private static Map<DeviceType, Integer> byDevice(Map<Tier, Integer> byTier) {
    Map<DeviceType, Integer> devices = new EnumMap<>(DeviceType.class);
    byTier.forEach((tier, count) -> devices.put(tier.devices().iterator().next(), count));
    return devices;
  }

  private double storedBytes() {
    return files.stream().mapToDouble(TierReplicas::storedBytes).sum();
  }

  /** Plans and copies no more. */
  public void stop() {
    simulation.cancel(next);
    replicas.stop();
  }

  /** What it did. */
  public ManagerUse use() {
    double mean = plans == 0 ? usualBytes : sampledBytes / plans;
    return new ManagerUse(plans, replicas.copiedBytes(), mean, usualBytes, service.counted());
  }
}
