// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.mapreduce.JobID;
import org.athanor.engine.run.Runs;
import org.athanor.engine.testing.RawRecord;

/** A job of a {@link FakeSession}: what its maps have emitted, and who owns which partitions. */
final class FakeJob {
  static final int PARTITIONS = 5;

  private final JobID id;
  private final Random random;
  private final int maps;
  private final Map<Integer, Integer> attempts = new HashMap<>(); // next, of each map
  private final Map<Integer, Integer> published = new TreeMap<>(); // attempt, of each map
  private final Map<Integer, FakeWorker> keepers = new HashMap<>(); // of each map that is done
  private final Map<String, List<List<RawRecord>>> emitted = new HashMap<>(); // by map/attempt
  private final Map<Integer, Assignment> assignments = new TreeMap<>();
  private int lastAssignment;

  /** Partitions that a Worker owns. */
  private record Assignment(FakeWorker worker, BitSet partitions) {}

  FakeJob(int number, Random random) {
    this.id = new JobID("session", number);
    this.random = random;
    this.maps = random.nextInt(8);
  }

  JobID id() {
    return id;
  }

  int maps() {
    return maps;
  }

  Map<Integer, Integer> published() {
    return new TreeMap<>(published);
  }

  /** Returns a map whose output is nowhere; -1 if there is none. */
  int mapToRun() {
    int[] undone = IntStream.range(0, maps).filter(map -> !keepers.containsKey(map)).toArray();
    return undone.length == 0 ? -1 : undone[random.nextInt(undone.length)];
  }

  /** A map runs on a Worker, and counts; returns the number of the attempt. */
  int ran(int map, FakeWorker worker) {
    int attempt = attempts.merge(map, 1, Integer::sum) - 1;
    List<List<RawRecord>> runs = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      runs.add(Runs.sorted(random, random.nextInt(60), PARTITIONS));
    }
    emitted.put(map + "/" + attempt, runs);
    published.put(map, attempt);
    keepers.put(map, worker);
    return attempt;
  }

  /** Returns what each run of an attempt has, sorted. */
  List<List<RawRecord>> emitted(int map, int attempt) {
    return emitted.get(map + "/" + attempt);
  }

  int attempts(int map) {
    return attempts.getOrDefault(map, 0);
  }

  void workerLost(FakeWorker worker) {
    keepers.values().removeIf(keeper -> keeper == worker);
    assignments.values().removeIf(assignment -> assignment.worker() == worker);
  }

  void assign(FakeWorker worker) {
    BitSet partitions = new BitSet();
    for (int i = 1 + random.nextInt(PARTITIONS); i > 0; i--) {
      partitions.set(random.nextInt(PARTITIONS));
    }
    int number = ++lastAssignment;
    assignments.put(number, new Assignment(worker, partitions));
    List<Integer> list = partitions.stream().boxed().toList();
    worker.tell(() -> worker.assign(this, number, list));
  }

  void withdraw() {
    if (assignments.isEmpty()) {
      return;
    }
    List<Integer> numbers = List.copyOf(assignments.keySet());
    int number = numbers.get(random.nextInt(numbers.size()));
    Assignment from = assignments.get(number);
    BitSet taken = (BitSet) from.partitions().clone();
    if (random.nextBoolean()) {
      taken.clear(taken.nextSetBit(0));
    }
    from.partitions().andNot(taken);
    if (from.partitions().isEmpty()) {
      assignments.remove(number);
    }
    List<Integer> list = taken.stream().boxed().toList();
    from.worker().tell(() -> from.worker().withdraw(this, number, list));
  }

  /** Returns the assignments of a Worker with their partitions. */
  Map<Integer, BitSet> assignments(FakeWorker worker) {
    Map<Integer, BitSet> result = new TreeMap<>();
    assignments.forEach(
        (number, assignment) -> {
          if (assignment.worker() == worker) {
            result.put(number, assignment.partitions());
          }
        });
    return result;
  }
}
