// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Simulation;
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
  private final Simulation simulation;
  private final Cluster cluster;
  private final FileSystem files;
  private final MapReduceSettings settings;
  private final JobOrder<JobRun> order;
  private final RandomGenerator random;
  private final Consumer<JobRecord> ended;
  private final FreeSlots slots;

  /** Jobs for which a later look at free slots is planned. */
  private final Set<JobRun> waiting = new HashSet<>();

  private int jobs;

  /**
   * Creates a tracker of jobs.
   *
   * @param random where tasks go that may go to several nodes
   * @param ended gets each job that ends
   */
  public JobTracker(
      Simulation simulation,
      Cluster cluster,
      FileSystem files,
      MapReduceSettings settings,
      Scheduling scheduling,
      RandomGenerator random,
      Consumer<JobRecord> ended) {
    this.simulation = simulation;
    this.cluster = cluster;
    this.files = files;
    this.settings = settings;
    this.order = order(scheduling);
    this.random = random;
    this.ended = ended;
    slots = new FreeSlots(cluster);
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
    job.activate();
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

  /** Slots of all nodes. */
  int slots() {
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
      simulation.after(
          job.untilTakesMore(),
          () -> {
            waiting.remove(job);
            if (job.pendingMaps().count() > 0) {
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
  }

  private void launchReduce(JobRun job, int node) {
    slots.take(node, true);
    order.running(job, 1);
    job.launchReduce(node).start();
  }

  void ended(Attempt attempt) {
    JobRun job = attempt.job();
    slots.give(attempt.node(), attempt.isReduce());
    order.running(job, -1);
    if (job.isDone()) {
      order.remove(job);
      double end = seconds() + settings.jobEndSeconds();
      ended.accept(job.record(end));
    } else if (!attempt.isReduce()) {
      giveReduceSlots(job);
    }
    offer(attempt.node());
  }
}
