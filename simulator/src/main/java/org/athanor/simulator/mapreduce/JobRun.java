// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.NoRoomException;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.schedule.JobShare;

/** A job that runs. */
final class JobRun implements JobShare {
  private final int number;
  private final JobSpec spec;
  private final JobTracker tracker;
  private final Platform platform;
  private final Splits splits;
  private final MapTasks maps;
  private final ReduceTasks reduces;
  private final MapOutputs outputs;
  private final Shuffling shuffling;
  private final Processes processes;
  private double firstTask = Double.NaN;
  private double mapsEnd = Double.NaN;
  private boolean ended;

  /** Maps that are done, whose output is lost, and which no reduce needs again. */
  private final BitSet copiedAndLost = new BitSet();

  private String failure;

  /**
   * Creates a job that begins.
   *
   * @param input null if it has none
   */
  JobRun(
      int number,
      JobSpec spec,
      SimulatedFile input,
      Platform platform,
      FreeSlots slots,
      JobTracker tracker) {
    this.number = number;
    this.spec = spec;
    this.tracker = tracker;
    this.platform = platform;
    MapReduceSettings settings = platform.settings();
    splits = new Splits(platform.files(), input, spec.maps());
    maps = new MapTasks(platform, splits);
    reduces = new ReduceTasks(spec.reduces());
    outputs = new MapOutputs(splits.count(), platform.cluster(), settings.shuffle().exact());
    shuffling =
        switch (settings.framework()) {
          case HADOOP -> new Pulling(this, settings.shuffle().slowstart());
          case ATHANOR -> new Pushing(this, slots);
          case SPARK -> new Pulling(this, 1);
        };
    processes =
        settings.framework() == Framework.HADOOP
            ? Processes.FOR_EACH_TASK
            : new ProcessForEachNode();
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
    return platform.cluster();
  }

  FlowNetwork network() {
    return platform.simulation().flows();
  }

  MapReduceSettings settings() {
    return platform.settings();
  }

  double seconds() {
    return platform.simulation().seconds();
  }

  Splits splits() {
    return splits;
  }

  MapTasks maps() {
    return maps;
  }

  ReduceTasks reduces() {
    return reduces;
  }

  boolean hasReduces() {
    return reduces.count() > 0;
  }

  /** What maps have ready for reduces. */
  MapOutputs outputs() {
    return outputs;
  }

  Shuffling shuffling() {
    return shuffling;
  }

  Processes processes() {
    return processes;
  }

  /** Bytes that a map emits for all reduces. */
  double bytesOfMap() {
    return (double) spec.shuffleBytes() / maps.count();
  }

  /** Cycles that a map computes. */
  double cyclesOfMap(int map) {
    double bytes = splits.hasPlaces() ? splits.bytes(map) : emitted() / maps.count();
    return bytes * spec.mapCyclesPerByte();
  }

  private double emitted() {
    return hasReduces() ? spec.shuffleBytes() : spec.outputBytes();
  }

  /** A file for what an attempt writes to HDFS: an equal part of the job's output. */
  TaskOutput newOutput(Attempt attempt) {
    int tasks = hasReduces() ? reduces.count() : maps.count();
    long bytes = spec.outputBytes() / tasks + (attempt.task() < spec.outputBytes() % tasks ? 1 : 0);
    String path = "/output/" + number + "/" + attempt.task();
    MapReduceSettings.Output output = settings().output();
    SimulatedFile file =
        platform.files().open(path, bytes, output.blockBytes(), output.replication());
    return new TaskOutput(platform.files(), file);
  }

  /** An attempt at a pending map. */
  MapAttempt newMap(int map, int node) {
    MapAttempt attempt = new MapAttempt(this, map, node, maps.pending().locality(map, node));
    maps.launched(attempt);
    noteFirstTask();
    return attempt;
  }

  /** An attempt at a pending reduce. */
  ReduceAttempt newReduce(int reduce, int node) {
    ReduceAttempt attempt = new ReduceAttempt(this, reduce, node);
    reduces.launched(attempt);
    noteFirstTask();
    return attempt;
  }

  private void noteFirstTask() {
    if (Double.isNaN(firstTask)) {
      firstTask = seconds();
    }
  }

  /** Number of reduces that may start now, if they get slots. */
  int startableReduces(FreeSlots slots) {
    return shuffling.startable(slots);
  }

  void mapDone(MapAttempt attempt) {
    maps.done(attempt);
    if (maps.allDone()) {
      mapsEnd = seconds();
    }
    if (hasReduces()) {
      outputs.add(attempt.task(), attempt.node());
    }
    for (int i = 0; i < reduces.running().size(); i++) {
      reduces.running().get(i).mapDone(attempt.node());
    }
    tracker.ended(attempt);
  }

  void reduceDone(ReduceAttempt attempt) {
    reduces.done(attempt);
    tracker.ended(attempt);
  }

  /** All attempts that run, maps before reduces. */
  List<Attempt> attempts() {
    List<Attempt> all = new ArrayList<>(maps.running());
    all.addAll(reduces.running());
    return all;
  }

  /** Ends an attempt; its task pends again. */
  void pendAgain(Attempt attempt) {
    attempt.kill();
    if (attempt instanceof ReduceAttempt reduce) {
      reduces.lost(reduce);
      if (shuffling.pendingReduceCopies()) {
        repeatLostMaps();
      }
    } else if (attempt instanceof MapAttempt map) {
      maps.lost(map);
    }
  }

  /** A reduce copies all output anew. */
  private void repeatLostMaps() {
    copiedAndLost.stream().forEach(maps::repeat);
    copiedAndLost.clear();
  }

  /** A node has failed: attempts on it pend again already. */
  void loseNode(int node, FreeSlots slots) {
    processes.lose(node);
    shuffling.lose(node, slots);
    reduces.running().forEach(reduce -> reduce.loseOutputs(node));
    outputs.lose(node).stream().forEach(copiedAndLost::set);
    BitSet needed = new BitSet();
    copiedAndLost.stream().filter(this::isNeeded).forEach(needed::set);
    needed.stream().forEach(maps::repeat);
    copiedAndLost.andNot(needed);
    reduces.running().forEach(ReduceAttempt::goOn);
  }

  /** A node that had failed is there again: reduces that had no place may have one. */
  void nodeBack(FreeSlots slots) {
    shuffling.back(slots);
    if (shuffling.pendingReduceCopies()) {
      repeatLostMaps();
    }
  }

  private boolean isNeeded(int map) {
    return shuffling.pendingReduceCopies()
        || reduces.running().stream().anyMatch(reduce -> reduce.needs(map));
  }

  /** Whether maps wait, none runs, and reduces hold slots, which wait for these maps. */
  boolean starves() {
    return maps.pending().count() > 0
        && maps.running().isEmpty()
        && !reduces.running().isEmpty()
        && failure == null;
  }

  /** Running reduces, the latest first. */
  List<ReduceAttempt> latestReduces() {
    List<ReduceAttempt> latest = new ArrayList<>(reduces.running());
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
    return maps.allDone() && reduces.allDone();
  }

  /** The job is done, or has failed. */
  void end() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }

  /** What became of the job. */
  JobRecord record(double end) {
    return new JobRecord(
        spec,
        maps.count(),
        firstTask,
        mapsEnd,
        end,
        maps.attempts(Locality.NODE),
        maps.attempts(Locality.RACK),
        maps.attempts(Locality.ANY),
        Optional.ofNullable(failure));
  }
}
