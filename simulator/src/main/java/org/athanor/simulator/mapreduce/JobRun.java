// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import org.athanor.simulator.cluster.Cluster;
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
  private final int[] mapsDoneOn;
  private final OutputParts outputOfMap;
  private final OutputParts outputOfReduce;

  private final List<Integer> pendingReduces = new ArrayList<>();
  private final List<ReduceAttempt> runningReduces = new ArrayList<>();
  private final EnumMap<Locality, Integer> byLocality = new EnumMap<>(Locality.class);
  private int mapsDone;
  private int reducesDone;
  private double firstTask = Double.NaN;
  private double mapsEnd = Double.NaN;

  /** Since when the job waits for a slot near its input. */
  private double waitsSince;

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
    mapsDoneOn =
        hasReduces() && tracker.settings().exactShuffle()
            ? new int[tracker.cluster().nodes()]
            : new int[0];
    long blockBytes = tracker.settings().blockBytes();
    outputOfMap = new OutputParts(spec.outputBytes() / splits.count(), blockBytes);
    outputOfReduce =
        new OutputParts(hasReduces() ? spec.outputBytes() / spec.reduces() : 0, blockBytes);
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

  int mapsDoneOn(int node) {
    return mapsDoneOn[node];
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

  OutputParts outputOfMap() {
    return outputOfMap;
  }

  OutputParts outputOfReduce() {
    return outputOfReduce;
  }

  /** The devices for a new block of the job's output. */
  int[] newBlock(int writer, long bytes) {
    return tracker.files().write(outputPath(), writer, settings().replication(), bytes);
  }

  private String outputPath() {
    return "/output/" + number;
  }

  /** Begins to wait for slots. */
  void activate() {
    waitsSince = tracker.seconds();
  }

  /** How far from its input the job takes a slot now. */
  Locality takes() {
    if (!splits.hasPlaces()) {
      return Locality.ANY;
    }
    double waited = tracker.seconds() - waitsSince;
    if (waited >= settings().rackWaitSeconds() + settings().anyWaitSeconds()) {
      return Locality.ANY;
    }
    return waited >= settings().rackWaitSeconds() ? Locality.RACK : Locality.NODE;
  }

  /** Seconds until {@link #takes} changes; not called when it is any. */
  double untilTakesMore() {
    double next = waitsSince + settings().rackWaitSeconds();
    if (takes() == Locality.RACK) {
      next += settings().anyWaitSeconds();
    }
    return Math.max(0, next - tracker.seconds());
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
      waitsSince = tracker.seconds();
    }
    pendingMaps.take(map);
    noteFirstTask();
    return new MapAttempt(this, map, node);
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
    mapsDone++;
    if (mapsDone == maps()) {
      mapsEnd = tracker.seconds();
    }
    if (mapsDoneOn.length > 0) {
      mapsDoneOn[attempt.node()]++;
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
        byLocality.getOrDefault(Locality.ANY, 0));
  }
}
