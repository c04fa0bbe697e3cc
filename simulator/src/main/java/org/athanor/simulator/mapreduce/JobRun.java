// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.NoRoomException;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.schedule.JobShare;

/** A job that runs: what is pending, running and done of it. */
final class JobRun implements JobShare {
  private final int number;
  private final JobSpec spec;
  private final JobTracker tracker;
  private final Splits splits;
  private final PendingMaps pendingMaps;
  private final MapOutputs outputs;
  private final Set<MapAttempt> runningMaps = new LinkedHashSet<>();

  private final List<Integer> pendingReduces = new ArrayList<>();
  private final List<ReduceAttempt> runningReduces = new ArrayList<>();
  private final EnumMap<Locality, Integer> byLocality = new EnumMap<>(Locality.class);
  private int mapsDone;
  private int reducesDone;
  private double firstTask = Double.NaN;
  private double mapsEnd = Double.NaN;

  /** Since when the job waits for a slot near its input, in nanoseconds. */
  private long waitsSince;

  /** Maps that are done, whose output is lost, and which no reduce needs again. */
  private final BitSet copiedAndLost = new BitSet();

  private String failure;

  /**
   * Creates a job.
   *
   * @param input null if it has none
   */
  JobRun(int number, JobSpec spec, SimulatedFile input, JobTracker tracker) {
    this.number = number;
    this.spec = spec;
    this.tracker = tracker;
    splits = new Splits(tracker.files(), input, spec.maps());
    pendingMaps = new PendingMaps(splits, tracker.cluster());
    outputs = new MapOutputs(maps(), tracker.cluster().nodes(), tracker.settings().exactShuffle());
    for (int reduce = spec.reduces() - 1; reduce >= 0; reduce--) {
      pendingReduces.add(reduce);
    }
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String queue() {
    return spec.queue();
  }

  JobSpec spec() {
    return spec;
  }

  Cluster cluster() {
    return tracker.cluster();
  }

  FlowNetwork network() {
    return tracker.network();
  }

  MapReduceSettings settings() {
    return tracker.settings();
  }

  Splits splits() {
    return splits;
  }

  PendingMaps pendingMaps() {
    return pendingMaps;
  }

  int maps() {
    return splits.count();
  }

  int reduces() {
    return spec.reduces();
  }

  boolean hasReduces() {
    return spec.reduces() > 0;
  }

  int mapsDone() {
    return mapsDone;
  }

  /** What maps have ready for reduces. */
  MapOutputs outputs() {
    return outputs;
  }

  double seconds() {
    return tracker.seconds();
  }

  /** Bytes that a map emits for all reduces. */
  double bytesOfMap() {
    return (double) spec.shuffleBytes() / maps();
  }

  /** Cycles that a map computes. */
  double cyclesOfMap(int map) {
    double bytes = splits.hasPlaces() ? splits.bytes(map) : emitted() / maps();
    return bytes * spec.mapCyclesPerByte();
  }

  private double emitted() {
    return hasReduces() ? spec.shuffleBytes() : spec.outputBytes();
  }

  /** A file for what an attempt writes to HDFS: an equal part of the job's output. */
  TaskOutput newOutput(Attempt attempt) {
    int tasks = hasReduces() ? reduces() : maps();
    long bytes = spec.outputBytes() / tasks + (attempt.task() < spec.outputBytes() % tasks ? 1 : 0);
    String path = "/output/" + number + "/" + attempt.task();
    SimulatedFile file =
        tracker.files().open(path, bytes, settings().blockBytes(), settings().replication());
    return new TaskOutput(tracker.files(), file);
  }

  /** Begins to wait for slots. */
  void activate() {
    waitsSince = tracker.now();
  }

  /** How far from its input the job takes a slot now. */
  Locality takes() {
    if (!splits.hasPlaces()) {
      return Locality.ANY;
    }
    long waited = tracker.now() - waitsSince;
    if (waited >= tracker.rackWait() + tracker.anyWait()) {
      return Locality.ANY;
    }
    return waited >= tracker.rackWait() ? Locality.RACK : Locality.NODE;
  }

  /** Nanoseconds until {@link #takes} changes; not called when it is any. */
  long untilTakesMore() {
    long next = waitsSince + tracker.rackWait();
    if (takes() == Locality.RACK) {
      next += tracker.anyWait();
    }
    return next - tracker.now();
  }

  /** A pending map for a node, as near as the job takes now; {@link PendingMaps#NONE} if none. */
  int mapFor(int node) {
    int map = pendingMaps.onNode(node);
    if (map == PendingMaps.NONE && takes() != Locality.NODE) {
      map = pendingMaps.inRack(node);
    }
    if (map == PendingMaps.NONE && takes() == Locality.ANY) {
      map = pendingMaps.any();
    }
    return map;
  }

  /** Takes a pending map to a node. */
  MapAttempt launchMap(int map, int node) {
    Locality locality = pendingMaps.locality(map, node);
    byLocality.merge(locality, 1, Integer::sum);
    if (locality == Locality.NODE) {
      waitsSince = tracker.now();
    }
    pendingMaps.take(map);
    noteFirstTask();
    MapAttempt attempt = new MapAttempt(this, map, node, locality);
    runningMaps.add(attempt);
    return attempt;
  }

  /** Number of reduces that may start now. */
  int startableReduces() {
    if (pendingReduces.isEmpty() || mapsDone < settings().slowstart() * maps()) {
      return 0;
    }
    if (pendingMaps.count() == 0) {
      return pendingReduces.size();
    }
    // As Hadoop: as many as maps are done, and no more than half of the cluster.
    double most = (double) mapsDone / maps() * reduces();
    most = Math.min(most, tracker.slots() / 2.0);
    return (int) Math.max(0, Math.min(pendingReduces.size(), most - runningReduces.size()));
  }

  ReduceAttempt launchReduce(int node) {
    int reduce = pendingReduces.remove(pendingReduces.size() - 1);
    ReduceAttempt attempt = new ReduceAttempt(this, reduce, node);
    runningReduces.add(attempt);
    noteFirstTask();
    return attempt;
  }

  private void noteFirstTask() {
    if (Double.isNaN(firstTask)) {
      firstTask = tracker.seconds();
    }
  }

  void mapDone(MapAttempt attempt) {
    runningMaps.remove(attempt);
    mapsDone++;
    if (mapsDone == maps()) {
      mapsEnd = tracker.seconds();
    }
    if (hasReduces()) {
      outputs.add(attempt.task(), attempt.node());
    }
    for (int i = 0; i < runningReduces.size(); i++) {
      runningReduces.get(i).mapDone(attempt.node());
    }
    tracker.ended(attempt);
  }

  void reduceDone(ReduceAttempt attempt) {
    runningReduces.remove(attempt);
    reducesDone++;
    tracker.ended(attempt);
  }

  /** All attempts that run, maps before reduces. */
  List<Attempt> attempts() {
    List<Attempt> all = new ArrayList<>(runningMaps);
    all.addAll(runningReduces);
    return all;
  }

  /** Ends an attempt; its task pends again. */
  void pendAgain(Attempt attempt) {
    attempt.kill();
    if (attempt.isReduce()) {
      runningReduces.remove(attempt);
      pendingReduces.add(attempt.task());
      // It copies all of them anew.
      copiedAndLost.stream().forEach(this::repeatMap);
      copiedAndLost.clear();
    } else {
      runningMaps.remove(attempt);
      pendMap(attempt.task());
    }
  }

  private void pendMap(int map) {
    if (pendingMaps.count() == 0) {
      activate();
    }
    pendingMaps.giveBack(map);
  }

  private void repeatMap(int map) {
    mapsDone--;
    tracker.mapRepeated();
    pendMap(map);
  }

  /** Loses the outputs of maps on a node; those that a reduce still needs are done again. */
  void loseOutputs(int node) {
    runningReduces.forEach(reduce -> reduce.loseOutputs(node));
    outputs.lose(node).stream()
        .forEach(
            map -> {
              if (isNeeded(map)) {
                repeatMap(map);
              } else {
                copiedAndLost.set(map);
              }
            });
    runningReduces.forEach(ReduceAttempt::goOn);
  }

  private boolean isNeeded(int map) {
    return !pendingReduces.isEmpty()
        || runningReduces.stream().anyMatch(reduce -> reduce.needs(map));
  }

  /** Whether maps wait, none runs, and reduces hold slots, which wait for these maps. */
  boolean starves() {
    return pendingMaps.count() > 0
        && runningMaps.isEmpty()
        && !runningReduces.isEmpty()
        && failure == null;
  }

  /** Running reduces, the latest first. */
  List<ReduceAttempt> latestReduces() {
    List<ReduceAttempt> latest = new ArrayList<>(runningReduces);
    Collections.reverse(latest);
    return latest;
  }

  /** The input of a map has no replicas any more. */
  void inputLost(int map) {
    fail("input of map " + map + ": all its replicas are lost");
  }

  /**
   * No device has room for output: the job fails if nodes have failed.
   *
   * @throws NoRoomException if all are there
   */
  void cannotWrite(NoRoomException reason) {
    if (!tracker.hasLostNodes()) {
      throw reason;
    }
    fail(reason.getMessage());
  }

  /** Ends the job, as soon as what happens now has happened. */
  void fail(String reason) {
    if (failure == null) {
      failure = reason;
      tracker.willFail(this);
    }
  }

  boolean isDone() {
    return mapsDone == maps() && reducesDone == reduces();
  }

  /** What became of the job. */
  JobRecord record(double end) {
    return new JobRecord(
        spec,
        maps(),
        firstTask,
        mapsEnd,
        end,
        byLocality.getOrDefault(Locality.NODE, 0),
        byLocality.getOrDefault(Locality.RACK, 0),
        byLocality.getOrDefault(Locality.ANY, 0),
        Optional.ofNullable(failure));
  }
}
