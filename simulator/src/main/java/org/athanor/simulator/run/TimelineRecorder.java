// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.Sampler;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.storage.tier.DeviceType;

/**
 * Records a {@link Timeline}. It only looks at the resources, before and after a step in time that
 * leaves a bucket: rates are constant in between, so the buckets are exact, and the simulation is
 * the same as without it. Tasks are counted when they end.
 */
final class TimelineRecorder implements Sampler {
  static final int MOST_NODES = 32;

  private static final double NANOS = 1e9;

  private static final int CORES = 0;
  private static final int RECEIVED = 1;
  private static final int SENT = 2;
  private static final int FIRST_TYPE = 3;
  private static final int SERVED = FIRST_TYPE + DeviceType.values().length;
  private static final int MAPS = SERVED;
  private static final int REDUCES = SERVED + 1;
  private static final int ROWS = SERVED + 2;

  private final Cluster cluster;
  private final int parts;
  private final Map<DeviceType, Integer> rowOfType = new EnumMap<>(DeviceType.class);
  private final TimeBuckets buckets;

  /** For each row of a part: what it had served at the last sample, and what it has now. */
  private double[] before;

  private double[] now;
  private long sampled;
  private long due;

  TimelineRecorder(Cluster cluster) {
    this.cluster = cluster;
    parts = cluster.nodes() <= MOST_NODES ? cluster.nodes() : 1;
    for (DeviceType type : DeviceType.values()) {
      rowOfType.put(type, FIRST_TYPE + rowOfType.size());
    }
    before = new double[parts * ROWS];
    now = new double[parts * ROWS];
    buckets = new TimeBuckets(parts * ROWS);
  }

  @Override
  public long due() {
    return due;
  }

  @Override
  public void sample(long time) {
    if (time <= sampled) {
      return;
    }
    Arrays.fill(now, 0);
    for (int node = 0; node < cluster.nodes(); node++) {
      int row = firstRow(node);
      now[row + CORES] += cluster.coreSeconds(node);
      now[row + RECEIVED] += cluster.received(node);
      now[row + SENT] += cluster.sent(node);
    }
    for (int device = 0; device < cluster.devices(); device++) {
      now[deviceRow(device)] += cluster.deviceSeconds(device);
    }
    for (int row = 0; row < now.length; row++) {
      if (row % ROWS < SERVED) {
        buckets.add(row, sampled, time, Math.max(0, now[row] - before[row]));
      }
    }
    buckets.reach(time);
    double[] swap = before;
    before = now;
    now = swap;
    sampled = time;
    due = (time / buckets.width() + 1) * buckets.width();
  }

  private int firstRow(int node) {
    return parts == 1 ? 0 : node * ROWS;
  }

  private int deviceRow(int device) {
    return firstRow(cluster.nodeOf(device)) + rowOfType.get(cluster.device(device).type());
  }

  /** Counts an attempt among the running ones, however it ended. */
  void attemptEnded(AttemptRecord attempt) {
    long from = Math.round(attempt.start() * NANOS);
    long to = Math.round(attempt.end() * NANOS);
    if (to > from) {
      int row = firstRow(attempt.node()) + (attempt.reduce() ? REDUCES : MAPS);
      buckets.add(row, from, to, attempt.end() - attempt.start());
    }
  }

  /**
   * The time line of a run that has ended.
   *
   * @param endSeconds of the last job
   * @param joules of each node
   */
  Timeline end(double endSeconds, double[] joules) {
    long end = Math.round(endSeconds * NANOS);
    sample(end);
    List<NodeTimeline> nodes = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      nodes.add(part(part, end, joules));
    }
    return new Timeline(buckets.seconds(), endSeconds, nodes);
  }

  private NodeTimeline part(int part, long end, double[] joules) {
    int row = part * ROWS;
    int cores = 0;
    double energy = 0;
    Map<DeviceType, Integer> devices = new EnumMap<>(DeviceType.class);
    for (int node = 0; node < cluster.nodes(); node++) {
      if (firstRow(node) == row) {
        cores += cluster.node(node).cores();
        energy += joules[node];
      }
    }
    for (int device = 0; device < cluster.devices(); device++) {
      if (firstRow(cluster.nodeOf(device)) == row) {
        devices.merge(cluster.device(device).type(), 1, Integer::sum);
      }
    }
    Map<DeviceType, List<Double>> worked = new EnumMap<>(DeviceType.class);
    devices
        .keySet()
        .forEach(type -> worked.put(type, buckets.amounts(row + rowOfType.get(type), end)));
    return new NodeTimeline(
        parts < cluster.nodes() ? "all " + cluster.nodes() + " nodes" : names().get(part),
        cluster.nodes() / parts,
        cores,
        devices,
        buckets.amounts(row + CORES, end),
        worked,
        buckets.amounts(row + RECEIVED, end),
        buckets.amounts(row + SENT, end),
        buckets.amounts(row + MAPS, end),
        buckets.amounts(row + REDUCES, end),
        energy);
  }

  /** The nodes of each kind, counted from 1. */
  private List<String> names() {
    Map<String, Integer> counts = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (int node = 0; node < cluster.nodes(); node++) {
      String kind = cluster.node(node).name();
      names.add(kind + "-" + counts.merge(kind, 1, Integer::sum));
    }
    return names;
  }
}
