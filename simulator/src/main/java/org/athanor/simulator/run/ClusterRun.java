// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.access.Clients;
import org.athanor.simulator.access.PlannedAccesses;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.BlockPlacement;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.PolicyPlacement;
import org.athanor.simulator.hdfs.PolicySelection;
import org.athanor.simulator.hdfs.ReplicaSelection;
import org.athanor.simulator.hdfs.StockPlacement;
import org.athanor.simulator.hdfs.StockSelection;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.manage.FileOpen;
import org.athanor.simulator.manage.StorageManager;
import org.athanor.simulator.mapreduce.JobLog;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.simulator.mapreduce.JobTracker;

/** Runs scenarios. */
public final class ClusterRun {
  private ClusterRun() {}

  /**
   * Runs a scenario to its end, in the calling thread.
   *
   * @param log is told of jobs and attempts as they end, for example to show progress
   * @throws IllegalArgumentException if the scenario cannot run, such as a job without its input
   * @throws org.athanor.simulator.hdfs.NoRoomException if the devices are too small
   * @throws StalledException if jobs or accesses are left that can never end
   */
  public static RunResult run(Scenario scenario, JobLog log) {
    return run(scenario, log, false);
  }

  /**
   * Runs a scenario to its end, as {@link #run(Scenario, JobLog)} does.
   *
   * @param timeline whether the result has what happened over time, too
   */
  public static RunResult run(Scenario scenario, JobLog log, boolean timeline) {
    SplittableRandom random = new SplittableRandom(scenario.seed());
    Simulation simulation = new Simulation(scenario.precision());
    Cluster cluster = new Cluster(scenario.cluster(), simulation.flows());
    FileSystem files =
        new FileSystem(
            cluster,
            placement(scenario.hdfs(), cluster, random.split()),
            selection(scenario.hdfs(), random.split()));
    for (FileSpec file : scenario.files()) {
      files.create(file);
    }
    Optional<TimelineRecorder> over =
        timeline ? Optional.of(new TimelineRecorder(cluster)) : Optional.empty();
    over.ifPresent(simulation::sampleBy);
    int expected = scenario.jobs().size() + scenario.accessCount();
    Recorder recorder = new Recorder(expected, over, log);
    JobTracker tracker =
        new JobTracker(
            simulation,
            cluster,
            files,
            scenario.mapReduce(),
            scenario.scheduling(),
            random.split(),
            recorder);
    for (JobSpec job : scenario.jobs()) {
      tracker.submit(job);
    }
    Clients clients = new Clients(simulation, cluster, files, recorder::accessEnded);
    for (AccessPlan plan : scenario.accesses()) {
      new PlannedAccesses(plan, simulation, clients).start();
    }
    Optional<FailingNodes> failing = Optional.empty();
    if (!scenario.failures().nodes().isEmpty()) {
      FailingNodes nodes =
          new FailingNodes(scenario.failures(), simulation, cluster, files, tracker, clients);
      recorder.atEnd(nodes::stop);
      failing = Optional.of(nodes);
    }
    Optional<StorageManager> manager =
        scenario
            .manager()
            .map(
                rules ->
                    new StorageManager(
                        simulation,
                        cluster,
                        files,
                        rules,
                        opens(scenario),
                        random.split(),
                        tracker::replicasMoved,
                        // What would go on for ever is no work that files are read for.
                        own -> simulation.pending() - simulation.flows().endless() > own));
    manager.ifPresent(some -> recorder.atEnd(some::stop));
    simulation.run();
    List<JobRecord> records = recorder.jobs();
    if (recorder.ended() < expected) {
      String what = scenario.accesses().isEmpty() ? "jobs" : "jobs and accesses";
      throw new StalledException(recorder.ended(), expected, what, simulation.flows());
    }
    double end = end(recorder);
    double[] lives = new double[cluster.nodes()];
    Arrays.fill(lives, end);
    double[] joules = NodeEnergy.joules(cluster, failing.map(f -> f.lives(end)).orElse(lives));
    return new RunResult(
        records,
        recorder.accesses(),
        clients.readBytes(),
        ClusterUse.of(cluster, end, joules),
        recorder.tasks().distributions(),
        over.map(recorded -> recorded.end(end, joules)),
        failing.map(FailingNodes::losses).orElse(Losses.NONE),
        manager.map(StorageManager::use),
        simulation.happened(),
        simulation.flows().fillings());
  }

  /**
   * When files are opened: by jobs at their submission, by clients at the times of their plans'
   * first rounds. Later rounds begin nobody knows when.
   */
  private static List<FileOpen> opens(Scenario scenario) {
    List<FileOpen> opens = new ArrayList<>();
    for (JobSpec job : scenario.jobs()) {
      opens.add(new FileOpen(job.submitSeconds(), job.input()));
    }
    for (AccessPlan plan : scenario.accesses()) {
      AccessPlan.Round first = plan.rounds().get(0);
      for (Access access : first.accesses()) {
        opens.add(new FileOpen(first.pauseSeconds() + access.startSeconds(), access.path()));
      }
    }
    return opens;
  }

  private static double end(Recorder ended) {
    double jobs = ended.jobs().stream().mapToDouble(JobRecord::end).max().orElse(0);
    double accesses =
        ended.accesses().stream().mapToDouble(AccessRecord::endSeconds).max().orElse(0);
    return Math.max(jobs, accesses);
  }

  static BlockPlacement placement(HdfsRules rules, Cluster cluster, SplittableRandom random) {
    Optional<BlockPlacement> policy =
        rules
            .placement()
            .map(
                by ->
                    new PolicyPlacement(
                        by, cluster, rules.tiers().orElseThrow(), rules.regions(), random));
    return policy.orElseGet(() -> new StockPlacement(random));
  }

  static ReplicaSelection selection(HdfsRules rules, SplittableRandom random) {
    Optional<ReplicaSelection> policy =
        rules
            .retrieval()
            .map(
                by ->
                    new PolicySelection(by, rules.tiers().orElseThrow(), rules.regions(), random));
    return policy.orElseGet(() -> new StockSelection(random));
  }
}
