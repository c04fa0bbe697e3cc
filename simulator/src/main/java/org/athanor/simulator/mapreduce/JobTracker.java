// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.mapreduce.AttemptRecord.Outcome;
import org.athanor.simulator.schedule.CapacityQueues;
import org.athanor.simulator.schedule.Fair;
import org.athanor.simulator.schedule.Fifo;
import org.athanor.simulator.schedule.JobOrder;

/**
 * Runs jobs: begins them at their times, follows their tasks to the end, and does again what failed
 * nodes take with them. Slots go to jobs in an order, and a job takes one if its input is there; if
 * it has waited for such a slot, also one in the rack of its input, and later any.
 */
public final class JobTracker {
  private final Platform platform;
  private final JobOrder<JobRun> order;
  private final JobLog log;
  private final FreeSlots slots;
  private final Launcher launcher;
  private final SlotAssignment assignment;

  /** Jobs that have begun and not ended. */
  private final Set<JobRun> active = new LinkedHashSet<>();

  /** What begins jobs that wait for a node that can run them. */
  private final List<Runnable> heldBack = new ArrayList<>();

  private int jobs;
  private int lostNodes;
  private int lostAttempts;
  private int repeatedMaps;

  /**
   * Creates a tracker of jobs.
   *
   * @param random where tasks go that may go to several nodes
   * @param log is told of jobs and attempts that end
   */
  public JobTracker(
      Simulation simulation,
      Cluster cluster,
      FileSystem files,
      MapReduceSettings settings,
      Scheduling scheduling,
      RandomGenerator random,
      JobLog log) {
    platform = new Platform(simulation, cluster, files, settings);
    order = order(scheduling);
    this.log = log;
    slots = new FreeSlots(cluster);
    launcher = new Launcher(slots, order, log);
    MapReduceSettings.Assignment rules = settings.assignment();
    assignment =
        rules.heartbeatSeconds() == 0
            ? new AtOnce(platform, slots, order, launcher, random)
            : new AtHeartbeats(platform, slots, order, launcher, active);
  }

  private static JobOrder<JobRun> order(Scheduling scheduling) {
    if (scheduling instanceof Scheduling.Capacity capacity) {
      return new CapacityQueues<>(capacity.shares());
    }
    return scheduling instanceof Scheduling.FairShare ? new Fair<>() : new Fifo<>();
  }

  /**
   * Submits a job at its time.
   *
   * @throws IllegalArgumentException if its input does not exist
   */
  public void submit(JobSpec spec) {
    SimulatedFile input = null;
    if (!spec.input().isEmpty()) {
      input =
          platform
              .files()
              .file(spec.input())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "input " + spec.input() + " of job " + spec.name() + ": no such file"));
    }
    SimulatedFile file = input;
    double start = spec.submitSeconds() + platform.settings().start().jobSeconds();
    Simulation simulation = platform.simulation();
    simulation.after(start - simulation.seconds(), () -> begin(spec, file));
  }

  private void begin(JobSpec spec, SimulatedFile input) {
    boolean hasReduces = spec.reduces() > 0;
    boolean isPossibleNow = slots.existNow(false) && (!hasReduces || slots.existNow(true));
    boolean isPossible = slots.exist(false) && (!hasReduces || slots.exist(true));
    if (isPossible && !isPossibleNow) {
      heldBack.add(() -> begin(spec, input));
      return;
    }
    JobRun job = new JobRun(jobs++, spec, input, platform, slots, this);
    order.add(job);
    active.add(job);
    if (lostNodes > 0) {
      failWithoutSlots();
    }
    assignment.begun(job);
    giveWay(job);
  }

  boolean hasLostNodes() {
    return lostNodes > 0;
  }

  /** Attempts that ended because a node failed. */
  public int lostAttempts() {
    return lostAttempts;
  }

  /** Maps that were done and had to be done again. */
  public int repeatedMaps() {
    return repeatedMaps + active.stream().mapToInt(job -> job.maps().repeated()).sum();
  }

  void ended(Attempt attempt) {
    JobRun job = attempt.job();
    launcher.release(attempt, Outcome.DONE);
    if (job.isDone()) {
      end(job);
    }
    assignment.freed(attempt.node());
    if (!attempt.isReduce() && !job.hasEnded()) {
      assignment.moreReduces(job);
    }
    giveWay(job);
  }

  private void end(JobRun job) {
    order.remove(job);
    active.remove(job);
    job.end();
    repeatedMaps += job.maps().repeated();
    double end = platform.simulation().seconds() + platform.settings().start().jobEndSeconds();
    log.jobEnded(job.record(end));
  }

  /** If reduces wait for maps that find no slot because of them, the latest gives way to a map. */
  private void giveWay(JobRun job) {
    if (slots.forMaps().size() > 0 || job.hasEnded() || !job.starves()) {
      return;
    }
    for (ReduceAttempt reduce : job.latestReduces()) {
      if (slots.reduceKeepsMapOut(reduce.node())) {
        job.pendAgain(reduce);
        launcher.release(reduce, Outcome.KILLED);
        launcher.launchMap(job, job.maps().pending().nearest(reduce.node()), reduce.node());
        return;
      }
    }
  }

  /** Ends a job whose failure is noted, after what happens now. */
  void willFail(JobRun job) {
    platform.simulation().at(platform.simulation().now(), () -> endFailed(job));
  }

  private void endFailed(JobRun job) {
    for (Attempt attempt : job.attempts()) {
      attempt.kill();
      launcher.release(attempt, Outcome.KILLED);
    }
    end(job);
    assignment.lookAtAll();
  }

  /**
   * Loses a node: its tasks, the output of its maps, and its slots. The file system must have lost
   * it before.
   *
   * @param returns whether it will be {@link #back}
   */
  public void lose(int node, boolean returns) {
    lostNodes++;
    slots.lose(node, returns);
    for (JobRun job : List.copyOf(active)) {
      for (Attempt attempt : job.attempts()) {
        if (attempt.node() == node) {
          lose(attempt);
        }
      }
      job.loseNode(node, slots);
      for (Attempt attempt : job.attempts()) {
        if (!attempt.survives(node)) {
          lose(attempt);
        }
      }
      job.maps().pending().index();
    }
    failWithoutSlots();
    assignment.lookAtAll();
    List.copyOf(active).forEach(this::giveWay);
  }

  /**
   * A node that was lost is there again, with free slots. The file system must have it again
   * before.
   */
  public void back(int node) {
    slots.back(node);
    for (JobRun job : active) {
      job.nodeBack(slots);
      job.maps().pending().index();
    }
    List<Runnable> beginning = List.copyOf(heldBack);
    heldBack.clear();
    beginning.forEach(Runnable::run);
    assignment.lookAtAll();
  }

  /** Replicas have been added and removed: looks again where the inputs of pending maps are. */
  public void replicasMoved() {
    active.forEach(job -> job.maps().pending().index());
  }

  private void lose(Attempt attempt) {
    lostAttempts++;
    attempt.job().pendAgain(attempt);
    launcher.release(attempt, Outcome.LOST);
  }

  /** Lets all jobs fail that have tasks for which no node is left. */
  private void failWithoutSlots() {
    boolean maps = slots.exist(false);
    boolean reduces = slots.exist(true);
    for (JobRun job : active) {
      if (!maps && !job.maps().allDone()) {
        job.fail("no node with slots for maps is left");
      } else if (!reduces && job.hasReduces()) {
        job.fail("no node with slots for reduces is left");
      }
    }
  }
}
