// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Set;
import org.athanor.simulator.kernel.Simulation;

/** The maps of a job: which are pending, running, and how many are done. */
final class MapTasks {
  private final Simulation simulation;
  private final Splits splits;
  private final PendingMaps pending;
  private final LocalityWait wait;
  private final Set<MapAttempt> running = new LinkedHashSet<>();
  private final EnumMap<Locality, Integer> byLocality = new EnumMap<>(Locality.class);
  private int done;
  private int repeated;

  MapTasks(Platform platform, Splits splits) {
    simulation = platform.simulation();
    this.splits = splits;
    pending = new PendingMaps(splits, platform.cluster());
    MapReduceSettings.Assignment waits = platform.settings().assignment();
    long forRack = Platform.nanos(waits.rackWaitSeconds());
    wait = new LocalityWait(forRack, forRack + Platform.nanos(waits.anyWaitSeconds()));
  }

  int count() {
    return splits.count();
  }

  Splits splits() {
    return splits;
  }

  PendingMaps pending() {
    return pending;
  }

  /** Those that run, in the order of their starts. */
  Set<MapAttempt> running() {
    return running;
  }

  int done() {
    return done;
  }

  boolean allDone() {
    return done == count();
  }

  /** How often a map that was done had to be done again. */
  int repeated() {
    return repeated;
  }

  /** Attempts that were as near to their input. */
  int attempts(Locality locality) {
    return byLocality.getOrDefault(locality, 0);
  }

  /** How far from its input the job takes a slot now. */
  Locality takes() {
    return splits.hasPlaces() ? wait.takes(simulation.now()) : Locality.ANY;
  }

  /** Whether the job has refused a slot, and waits for another one. */
  boolean isWaiting() {
    return wait.hasBegun();
  }

  /** When {@link #takes} changes next, in nanoseconds, if the job waits and does not take any. */
  long takesMoreAt() {
    return wait.next(simulation.now());
  }

  /** The job refuses a slot that is free. */
  void refuse() {
    wait.refused(simulation.now());
  }

  /**
   * A pending map for a slot of a node, as near as the job takes now; {@link PendingMaps#NONE} if
   * none pends, or the job refuses the slot.
   */
  int next(int node) {
    if (pending.count() == 0) {
      return PendingMaps.NONE;
    }
    int map = pending.onNode(node);
    if (map == PendingMaps.NONE && takes() != Locality.NODE) {
      map = pending.inRack(node);
    }
    if (map == PendingMaps.NONE && takes() == Locality.ANY) {
      map = pending.any();
    }
    if (map == PendingMaps.NONE) {
      refuse();
    }
    return map;
  }

  /** An attempt at a pending map begins. */
  void launched(MapAttempt attempt) {
    byLocality.merge(attempt.locality(), 1, Integer::sum);
    pending.take(attempt.task());
    running.add(attempt);
    if (attempt.locality() == Locality.NODE || pending.count() == 0) {
      wait.over();
    }
  }

  void done(MapAttempt attempt) {
    running.remove(attempt);
    done++;
  }

  /** An attempt has ended before it was done. */
  void lost(MapAttempt attempt) {
    running.remove(attempt);
    pending.giveBack(attempt.task());
  }

  /** A map that was done pends again. */
  void repeat(int map) {
    done--;
    repeated++;
    pending.giveBack(map);
  }
}
