// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.mapreduce.AttemptRecord.Outcome;
import org.athanor.simulator.schedule.CapacityQueues;
import org.athanor.simulator.schedule.Fair;
import org.athanor.simulator.schedule.Fifo;
import org.athanor.simulator.schedule.JobOrder;

/**
 * Gives the slots of the nodes to the tasks of jobs. A slot that gets free is offered to the jobs
 * in their order. A job takes it if its input is there; if it has waited for such a slot, also for
 * one in the rack of its input, and later any (delay scheduling, M. Zaharia et al., EuroSys 2010).
 */
public final class JobTracker {
  private static final double NANOS = 1e9;

  private final Simulation simulation;
  private final Cluster cluster;
  private final FileSystem files;
  private final MapReduceSettings settings;
  private final JobOrder<JobRun> order;
  private final RandomGenerator random;
  private final JobLog log;
  private final long rackWait;
  private final long anyWait;
  private final FreeSlots slots;

  /** Jobs for which a later look at free slots is planned. */
  private final Set<JobRun> waiting = new HashSet<>();

  /** Jobs that have begun and not ended. */
  private final Set<JobRun> active = new LinkedHashSet<>();

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
    this.simulation = simulation;
    this.cluster = cluster;
    this.files = files;
    this.settings = settings;
    this.order = order(scheduling);
    this.random = random;
    this.log = log;
    rackWait = nanos(settings.rackWaitSeconds());
    anyWait = nanos(settings.anyWaitSeconds());
    slots = new FreeSlots(cluster);
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * NANOS);
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
          files
              .file(spec.input())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "input " + spec.input() + " of job " + spec.name() + ": no such file"));
    }
    SimulatedFile file = input;
    double start = spec.submitSeconds() + settings.jobStartSeconds();
    simulation.after(start - simulation.seconds(), () -> begin(spec, file));
  }

  private void begin(JobSpec spec, SimulatedFile input) {
    JobRun job = new JobRun(jobs++, spec, input, this);
    order.add(job);
    active.add(job);
    job.activate();
    if (lostNodes > 0) {
      failWithoutSlots();
    }
    giveFreeSlots(job);
  }

  Cluster cluster() {
    return cluster;
  }

  FileSystem files() {
    return files;
  }

  MapReduceSettings settings() {
    return settings;
  }

  FlowNetwork network() {
    return simulation.flows();
  }

  double seconds() {
    return simulation.seconds();
  }

  /** Nanoseconds since the beginning. */
  long now() {
    return simulation.now();
  }

  /** Nanoseconds that a job waits for its input's node, before it takes its rack. */
  long rackWait() {
    return rackWait;
  }

  /** Nanoseconds that it waits then, before it takes any node. */
  long anyWait() {
    return anyWait;
  }

  boolean hasLostNodes() {
    return lostNodes > 0;
  }

  void mapRepeated() {
    repeatedMaps++;
  }

  /** Attempts that ended because a node failed. */
  public int lostAttempts() {
    return lostAttempts;
  }

  /** Maps that were done and had to be done again. */
  public int repeatedMaps() {
    return repeatedMaps;
  }

  /** Slots of all nodes. */
  long slots() {
    return slots.total();
  }

  /** Gives a job slots that are free now. */
  private void giveFreeSlots(JobRun job) {
    giveReduceSlots(job);
    if (job.pendingMaps().count() < slots.forMaps().size()) {
      giveSlotsToMaps(job);
    } else {
      giveMapsToSlots(job);
    }
    lookAgain(job);
    giveWay(job);
  }

  private void giveReduceSlots(JobRun job) {
    while (slots.forReduces().size() > 0 && job.startableReduces() > 0) {
      launchReduce(job, slots.draw(slots.forReduces(), random));
    }
  }

  /** Few maps: looks for a node for each. */
  private void giveSlotsToMaps(JobRun job) {
    PendingMaps pending = job.pendingMaps();
    if (job.splits().hasPlaces()) {
      for (int map = pending.next(0); map != PendingMaps.NONE; map = pending.next(map + 1)) {
        int node = nodeWithInput(job, map);
        if (node != PendingMaps.NONE) {
          launchMap(job, map, node);
        }
      }
    }
    if (job.takes() != Locality.NODE) {
      giveMapsToSlots(job);
    }
  }

  /** A node with a free slot and the input of a map; {@link PendingMaps#NONE} if there is none. */
  private int nodeWithInput(JobRun job, int map) {
    int replicas = job.splits().replicas(map);
    int first = replicas == 0 ? 0 : random.nextInt(replicas);
    for (int i = 0; i < replicas; i++) {
      int node = cluster.nodeOf(job.splits().device((first + i) % replicas));
      if (slots.isFree(node, false)) {
        return node;
      }
    }
    return PendingMaps.NONE;
  }

  /** Looks for a map for each free slot, from a random node on. */
  private void giveMapsToSlots(JobRun job) {
    if (job.takes() == Locality.ANY && !job.splits().hasPlaces()) {
      while (job.pendingMaps().count() > 0 && slots.forMaps().size() > 0) {
        launchMap(job, job.pendingMaps().any(), slots.draw(slots.forMaps(), random));
      }
      return;
    }
    boolean more = true;
    while (more && job.pendingMaps().count() > 0) {
      more = false;
      int size = slots.forMaps().size();
      int[] nodes = new int[size];
      for (int i = 0; i < size; i++) {
        nodes[i] = slots.forMaps().get(i);
      }
      int first = size == 0 ? 0 : random.nextInt(size);
      for (int i = 0; i < size && job.pendingMaps().count() > 0; i++) {
        int node = nodes[(first + i) % size];
        int map = job.mapFor(node);
        if (map != PendingMaps.NONE) {
          launchMap(job, map, node);
          more = true;
        }
      }
    }
  }

  /** Plans a look at free slots for the time when the job takes more of them. */
  private void lookAgain(JobRun job) {
    if (job.pendingMaps().count() > 0 && job.takes() != Locality.ANY && waiting.add(job)) {
      simulation.at(
          now() + job.untilTakesMore(),
          () -> {
            waiting.remove(job);
            if (job.pendingMaps().count() > 0 && active.contains(job)) {
              giveFreeSlots(job);
            }
          });
    }
  }

  /** Offers the free slots of a node to all jobs. */
  private void offer(int node) {
    boolean taken = true;
    while (taken) {
      taken = order.offer(job -> takeSlot(job, node));
    }
  }

  private boolean takeSlot(JobRun job, int node) {
    if (slots.isFree(node, true) && job.startableReduces() > 0) {
      launchReduce(job, node);
      return true;
    }
    if (!slots.isFree(node, false) || job.pendingMaps().count() == 0) {
      return false;
    }
    int map = job.mapFor(node);
    if (map == PendingMaps.NONE) {
      lookAgain(job);
      return false;
    }
    launchMap(job, map, node);
    return true;
  }

  private void launchMap(JobRun job, int map, int node) {
    slots.take(node, false);
    order.running(job, 1);
    job.launchMap(map, node).start();
    if (job.pendingMaps().count() == 0) {
      // Reduces need not leave slots to maps any more.
      giveReduceSlots(job);
    }
  }

  private void launchReduce(JobRun job, int node) {
    slots.take(node, true);
    order.running(job, 1);
    job.launchReduce(node).start();
  }

  void ended(Attempt attempt) {
    JobRun job = attempt.job();
    release(attempt, Outcome.DONE);
    if (job.isDone()) {
      end(job);
    } else if (!attempt.isReduce()) {
      giveReduceSlots(job);
    }
    offer(attempt.node());
    giveWay(job);
  }

  private void release(Attempt attempt, Outcome outcome) {
    slots.give(attempt.node(), attempt.isReduce());
    order.running(attempt.job(), -1);
    log.attemptEnded(attempt.record(outcome));
  }

  private void end(JobRun job) {
    order.remove(job);
    active.remove(job);
    log.jobEnded(job.record(seconds() + settings.jobEndSeconds()));
  }

  /** If reduces wait for maps that find no slot because of them, the latest gives way to a map. */
  private void giveWay(JobRun job) {
    if (slots.forMaps().size() > 0 || !job.starves()) {
      return;
    }
    for (ReduceAttempt reduce : job.latestReduces()) {
      if (slots.reduceKeepsMapOut(reduce.node())) {
        job.pendAgain(reduce);
        release(reduce, Outcome.KILLED);
        launchMap(job, job.pendingMaps().nearest(reduce.node()), reduce.node());
        return;
      }
    }
  }

  /** Ends a job whose failure is noted, after what happens now. */
  void willFail(JobRun job) {
    simulation.at(now(), () -> endFailed(job));
  }

  private void endFailed(JobRun job) {
    for (Attempt attempt : job.attempts()) {
      attempt.kill();
      release(attempt, Outcome.KILLED);
    }
    end(job);
    offerAll();
  }

  /**
   * Loses a node: its tasks, the output of its maps, and its slots. The file system must have lost
   * it before.
   */
  public void lose(int node) {
    lostNodes++;
    slots.lose(node);
    for (JobRun job : List.copyOf(active)) {
      for (Attempt attempt : job.attempts()) {
        if (attempt.node() == node) {
          lose(attempt);
        }
      }
      job.loseOutputs(node);
      for (Attempt attempt : job.attempts()) {
        if (!attempt.survives(node)) {
          lose(attempt);
        }
      }
      job.pendingMaps().index();
    }
    failWithoutSlots();
    offerAll();
    List.copyOf(active).forEach(this::giveWay);
  }

  private void lose(Attempt attempt) {
    lostAttempts++;
    attempt.job().pendAgain(attempt);
    release(attempt, Outcome.LOST);
  }

  /** Lets all jobs fail that have tasks for which no node is left. */
  private void failWithoutSlots() {
    boolean maps = slots.exist(false);
    boolean reduces = slots.exist(true);
    for (JobRun job : active) {
      if (!maps && job.mapsDone() < job.maps()) {
        job.fail("no node with slots for maps is left");
      } else if (!reduces && job.hasReduces()) {
        job.fail("no node with slots for reduces is left");
      }
    }
  }

  /** Offers the free slots of all nodes, from a random one on. */
  private void offerAll() {
    int first = random.nextInt(cluster.nodes());
    for (int i = 0; i < cluster.nodes(); i++) {
      int node = (first + i) % cluster.nodes();
      if (slots.isFree(node)) {
        offer(node);
      }
    }
  }
}
