// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.schedule.JobOrder;

/**
 * Gives slots to tasks as soon as both are there: a slot that gets free to the first job in the
 * order that takes it, the slots that are free to a job that begins.
 */
final class AtOnce implements SlotAssignment {
  private final Platform platform;
  private final FreeSlots slots;
  private final JobOrder<JobRun> order;
  private final Launcher launcher;
  private final RandomGenerator random;

  /** Jobs for which a later look at free slots is planned. */
  private final Set<JobRun> waiting = new HashSet<>();

  /**
   * Creates an assignment.
   *
   * @param random where tasks go that may go to several nodes
   */
  AtOnce(
      Platform platform,
      FreeSlots slots,
      JobOrder<JobRun> order,
      Launcher launcher,
      RandomGenerator random) {
    this.platform = platform;
    this.slots = slots;
    this.order = order;
    this.launcher = launcher;
    this.random = random;
  }

  @Override
  public void begun(JobRun job) {
    giveFreeSlots(job);
  }

  @Override
  public void freed(int node) {
    boolean taken = true;
    while (taken) {
      taken = order.offer(job -> take(job, node));
    }
  }

  private boolean take(JobRun job, int node) {
    boolean taken = launcher.launch(job, node);
    if (taken) {
      reducesOfLastMap(job);
    } else {
      lookAgain(job);
    }
    return taken;
  }

  /** If no map pends any more, reduces need not leave slots to maps. */
  private void reducesOfLastMap(JobRun job) {
    if (job.maps().pending().count() == 0 && job.startableReduces(slots) > 0) {
      Simulation simulation = platform.simulation();
      simulation.at(
          simulation.now(),
          () -> {
            if (!job.hasEnded()) {
              moreReduces(job);
            }
          });
    }
  }

  @Override
  public void moreReduces(JobRun job) {
    ReduceTasks reduces = job.reduces();
    int reduce = reduces.next(0);
    while (reduce != ReduceTasks.NONE
        && slots.forReduces().size() > 0
        && job.startableReduces(slots) > 0) {
      int node = job.shuffling().nodeFor(reduce, slots, random);
      if (node != Shuffling.NOWHERE) {
        launcher.launchReduce(job, reduce, node);
      }
      reduce = reduces.next(reduce + 1);
    }
  }

  private void giveFreeSlots(JobRun job) {
    moreReduces(job);
    MapTasks maps = job.maps();
    if (maps.pending().count() < slots.forMaps().size()) {
      giveSlotsToMaps(job);
    } else {
      giveMapsToSlots(job);
    }
    lookAgain(job);
  }

  /** Few maps: looks for a node for each. */
  private void giveSlotsToMaps(JobRun job) {
    MapTasks maps = job.maps();
    PendingMaps pending = maps.pending();
    if (maps.splits().hasPlaces()) {
      for (int map = pending.next(0); map != PendingMaps.NONE; map = pending.next(map + 1)) {
        int node = nodeWithInput(maps.splits(), map);
        if (node != PendingMaps.NONE) {
          launchMap(job, map, node);
        }
      }
    }
    if (maps.takes() != Locality.NODE) {
      giveMapsToSlots(job);
    } else if (pending.count() > 0) {
      maps.refuse();
    }
  }

  private void launchMap(JobRun job, int map, int node) {
    launcher.launchMap(job, map, node);
    reducesOfLastMap(job);
  }

  /** A node with a free slot and the input of a map; {@link PendingMaps#NONE} if there is none. */
  private int nodeWithInput(Splits splits, int map) {
    int replicas = splits.replicas(map);
    int first = replicas == 0 ? 0 : random.nextInt(replicas);
    for (int i = 0; i < replicas; i++) {
      int node = platform.cluster().nodeOf(splits.device((first + i) % replicas));
      if (slots.isFree(node, false)) {
        return node;
      }
    }
    return PendingMaps.NONE;
  }

  /** Looks for a map for each free slot, from a random node on. */
  private void giveMapsToSlots(JobRun job) {
    MapTasks maps = job.maps();
    PendingMaps pending = maps.pending();
    if (maps.takes() == Locality.ANY && !maps.splits().hasPlaces()) {
      while (pending.count() > 0 && slots.forMaps().size() > 0) {
        launchMap(job, pending.any(), slots.draw(slots.forMaps(), random));
      }
      return;
    }
    boolean more = true;
    while (more && pending.count() > 0) {
      more = false;
      int[] nodes = slots.forMaps().toArray();
      int first = nodes.length == 0 ? 0 : random.nextInt(nodes.length);
      for (int i = 0; i < nodes.length && pending.count() > 0; i++) {
        int node = nodes[(first + i) % nodes.length];
        int map = maps.next(node);
        if (map != PendingMaps.NONE) {
          launchMap(job, map, node);
          more = true;
        }
      }
    }
  }

  /** Plans a look at free slots for the time when a job that refused some takes more of them. */
  private void lookAgain(JobRun job) {
    MapTasks maps = job.maps();
    if (maps.isWaiting() && maps.takes() != Locality.ANY && waiting.add(job)) {
      platform
          .simulation()
          .at(
              maps.takesMoreAt(),
              () -> {
                waiting.remove(job);
                if (!job.hasEnded() && maps.pending().count() > 0) {
                  giveFreeSlots(job);
                }
              });
    }
  }

  @Override
  public void lookAtAll() {
    int nodes = platform.cluster().nodes();
    int first = random.nextInt(nodes);
    for (int i = 0; i < nodes; i++) {
      int node = (first + i) % nodes;
      if (slots.isFree(node)) {
        freed(node);
      }
    }
  }
}
