// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * Which Workers own which partitions of a job's map output, and which map's output is there. A
 * reduce runs only on a Worker that owns its partition and has the output of all maps.
 *
 * <p>An assignment gives a Worker some partitions. Map output travels once for each assignment: the
 * Workers that ran the maps keep it, and push it to each Worker with an assignment, until it is
 * delivered. The Worker that ran a map needs no delivery. A partition has several assignments only
 * if a reduce is slow; none, if there is no Worker.
 */
final class PartitionOwners {
  private static final int NOWHERE = -1;

  private final Map<Integer, Assignment> live = new LinkedHashMap<>();
  private final int partitions;
  private final int[] keeper; // of each map's output: the Worker that ran the map, or NOWHERE
  private final BitSet unneeded = new BitSet(); // partitions whose reduce is done
  private int lastAssignment;

  private static final class Assignment {
    private final int worker;
    private final BitSet partitions = new BitSet();
    private final BitSet delivered = new BitSet(); // maps

    Assignment(int worker) {
      this.worker = worker;
    }
  }

  PartitionOwners(int maps, int partitions) {
    this.partitions = partitions;
    this.keeper = new int[maps];
    Arrays.fill(keeper, NOWHERE);
  }

  /**
   * Divides the partitions that no Worker owns and somebody needs among the Workers, so that none
   * has many more than another.
   */
  void assign(Collection<Integer> workers, List<Command> commands) {
    BitSet unowned = unowned();
    if (workers.isEmpty() || unowned.isEmpty()) {
      return;
    }
    Map<Integer, Integer> loads = loads(workers);
    Map<Integer, List<Integer>> shares = new LinkedHashMap<>();
    for (int p = unowned.nextSetBit(0); p >= 0; p = unowned.nextSetBit(p + 1)) {
      int worker = least(loads);
      loads.merge(worker, 1, Integer::sum);
      shares.computeIfAbsent(worker, unused -> new ArrayList<>()).add(p);
    }
    shares.forEach((worker, share) -> add(worker, share, commands));
  }

  private BitSet unowned() {
    BitSet unowned = new BitSet();
    unowned.set(0, partitions);
    unowned.andNot(unneeded);
    live.values().forEach(assignment -> unowned.andNot(assignment.partitions));
    return unowned;
  }

  /** Returns how many partitions that somebody needs each Worker owns. */
  private Map<Integer, Integer> loads(Collection<Integer> workers) {
    Map<Integer, Integer> loads = new LinkedHashMap<>();
    workers.forEach(worker -> loads.put(worker, 0));
    for (Assignment assignment : live.values()) {
      loads.computeIfPresent(
          assignment.worker, (unused, load) -> load + needed(assignment).cardinality());
    }
    return loads;
  }

  private static int least(Map<Integer, Integer> loads) {
    return loads.entrySet().stream()
        .min(Comparator.comparingInt(Map.Entry::getValue))
        .orElseThrow()
        .getKey();
  }

  private BitSet needed(Assignment assignment) {
    BitSet needed = (BitSet) assignment.partitions.clone();
    needed.andNot(unneeded);
    return needed;
  }

  private void add(int worker, List<Integer> share, List<Command> commands) {
    Assignment added = new Assignment(worker);
    share.forEach(added.partitions::set);
    live.put(++lastAssignment, added);
    commands.add(new Command.Assign(lastAssignment, worker, share));
  }

  /**
   * Gives a Worker that has joined its part of the partitions, taken from the Workers that own
   * most. What was already delivered of them travels again.
   *
   * @param isFixed whether a partition must stay where it is, because its reduce runs there
   */
  void rebalance(
      int joined, Collection<Integer> workers, IntPredicate isFixed, List<Command> commands) {
    Map<Integer, Integer> loads = loads(workers);
    Map<Integer, BitSet> taken = new LinkedHashMap<>(); // by assignment
    BitSet share = new BitSet();
    for (Map.Entry<Integer, Assignment> entry = richest(loads, isFixed);
        entry != null && loads.get(entry.getValue().worker) > loads.get(joined) + 1;
        entry = richest(loads, isFixed)) {
      Assignment from = entry.getValue();
      int partition = movable(from, isFixed).length() - 1;
      from.partitions.clear(partition);
      loads.merge(from.worker, -1, Integer::sum);
      loads.merge(joined, 1, Integer::sum);
      taken.computeIfAbsent(entry.getKey(), unused -> new BitSet()).set(partition);
      share.set(partition);
    }
    taken.forEach((from, moved) -> commands.add(new Command.Withdraw(from, list(moved))));
    if (!share.isEmpty()) {
      add(joined, list(share), commands);
    }
  }

  private static List<Integer> list(BitSet partitions) {
    return partitions.stream().boxed().toList();
  }

  /** Returns an assignment of the Worker with most partitions that has one that can be moved. */
  private Map.Entry<Integer, Assignment> richest(
      Map<Integer, Integer> loads, IntPredicate isFixed) {
    Map.Entry<Integer, Assignment> richest = null;
    for (Map.Entry<Integer, Assignment> entry : live.entrySet()) {
      Assignment assignment = entry.getValue();
      if (!movable(assignment, isFixed).isEmpty()
          && (richest == null
              || loads.get(assignment.worker) > loads.get(richest.getValue().worker))) {
        richest = entry;
      }
    }
    return richest;
  }

  private BitSet movable(Assignment assignment, IntPredicate isFixed) {
    BitSet movable = needed(assignment);
    assignment.partitions.stream().filter(isFixed).forEach(movable::clear);
    return movable;
  }

  /** Has another Worker own a partition, too, unless one does already. */
  void assignSecond(
      int partition, int ownedBy, Collection<Integer> workers, List<Command> commands) {
    boolean hasSecond =
        live.values().stream().anyMatch(a -> a.worker != ownedBy && a.partitions.get(partition));
    List<Integer> others = workers.stream().filter(worker -> worker != ownedBy).toList();
    if (!hasSecond && !others.isEmpty()) {
      add(least(loads(others)), List.of(partition), commands);
    }
  }

  /** A Worker has ended: what it owned is owned by nobody, and what it kept is lost. */
  void workerLost(int worker) {
    live.values().removeIf(assignment -> assignment.worker == worker);
    for (int map = 0; map < keeper.length; map++) {
      if (keeper[map] == worker) {
        keeper[map] = NOWHERE;
      }
    }
  }

  /** A map has succeeded on a Worker, which keeps the output. */
  void mapSucceeded(int map, int worker) {
    keeper[map] = worker;
  }

  /** The map's output is complete where the assignment's partitions are. */
  void delivered(int assignment, int map) {
    Assignment to = live.get(assignment);
    if (to != null) {
      to.delivered.set(map);
    }
  }

  /** The reduce of a partition is done. */
  void reduceDone(int partition) {
    unneeded.set(partition);
  }

  /** Returns whether a Worker needs a map's output, and nobody keeps it. */
  boolean isMissed(int map) {
    return keeper[map] == NOWHERE
        && live.values().stream().anyMatch(a -> !a.delivered.get(map) && !needed(a).isEmpty());
  }

  /** Returns the Workers that own a partition. */
  Set<Integer> of(int partition) {
    return live.values().stream()
        .filter(assignment -> assignment.partitions.get(partition))
        .map(assignment -> assignment.worker)
        .collect(Collectors.toSet());
  }

  /** Returns the partitions that a Worker owns with the output of all maps of a set. */
  BitSet complete(int worker, BitSet maps) {
    BitSet complete = new BitSet();
    for (Assignment assignment : live.values()) {
      if (assignment.worker == worker && has(assignment, maps)) {
        complete.or(assignment.partitions);
      }
    }
    return complete;
  }

  private boolean has(Assignment assignment, BitSet maps) {
    for (int map = maps.nextSetBit(0); map >= 0; map = maps.nextSetBit(map + 1)) {
      if (!assignment.delivered.get(map) && keeper[map] != assignment.worker) {
        return false;
      }
    }
    return true;
  }
}
