// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.Locality;
import org.athanor.simulator.mapreduce.MapReduceSettings;

/** What the tasks of a history need in a cluster of equal nodes, by adding it up. */
final class Needs {
  private final Scenario scenario;
  private final History history;
  private final MapReduceSettings settings;
  private final DeviceSpec disk;
  private final NodeSpec node;
  private final int nodes;
  private double coreSeconds;
  private double readBytes;
  private double writtenBytes;
  private double networkBytes;
  private boolean knowsNetwork;

  Needs(Scenario scenario, History history) {
    this.scenario = scenario;
    this.history = history;
    settings = scenario.mapReduce();
    node = scenario.cluster().racks().get(0).nodes().get(0);
    disk = node.devices().get(0);
    nodes = scenario.cluster().racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
    knowsNetwork = settings.shuffle().exact();
    scenario.jobs().forEach(this::add);
  }

  double coreSeconds() {
    return coreSeconds;
  }

  double deviceSeconds() {
    return readBytes / disk.readBytesPerSecond() + writtenBytes / disk.writeBytesPerSecond();
  }

  /** Whether {@link #deviceSeconds} are what the model takes them for. */
  boolean knowsDevices() {
    return settings.framework() != Framework.ATHANOR || settings.shuffle().exact();
  }

  /** Whether it is known where all bytes come from. */
  boolean knowsNetwork() {
    return knowsNetwork;
  }

  double networkBytes() {
    return networkBytes;
  }

  private void add(JobSpec job) {
    List<AttemptRecord> maps = history.maps(job.name());
    List<AttemptRecord> reduces = history.reduces(job.name());
    FileSpec file =
        scenario.files().stream()
            .filter(f -> f.path().equals(job.input()))
            .findFirst()
            .orElse(null);
    double input = file == null ? 0 : file.bytes();
    boolean hasReduces = job.reduces() > 0;
    double emitted = hasReduces ? job.shuffleBytes() : job.outputBytes();
    double mapped = input > 0 ? input : emitted;
    coreSeconds += settings.start().processCoreSeconds() * processes(maps, reduces);
    coreSeconds += mapped * job.mapCyclesPerByte() / node.cyclesPerSecond();
    coreSeconds += job.shuffleBytes() * job.reduceCyclesPerByte() / node.cyclesPerSecond();
    readBytes += input;
    if (input > 0) {
      // Other splits may be read from several blocks.
      knowsNetwork &= maps.size() == blocks(file) || (hasReduces && maps.size() > blocks(file));
      maps.forEach(
          map ->
              networkBytes += map.locality() == Locality.NODE ? 0 : split(map, file, maps.size()));
    }
    if (hasReduces) {
      addShuffle(job, maps, reduces);
    }
    int replicas = Math.min(settings.output().replication(), nodes);
    writtenBytes += (double) job.outputBytes() * replicas;
    networkBytes += (double) job.outputBytes() * (replicas - 1);
  }

  private void addShuffle(JobSpec job, List<AttemptRecord> maps, List<AttemptRecord> reduces) {
    double bytes = job.shuffleBytes();
    if (settings.framework() == Framework.ATHANOR) {
      addSpills(bytes, maps, reduces);
    } else {
      boolean merges = bytes / maps.size() > settings.shuffle().sortBytes();
      double input = bytes / reduces.size();
      double spills = Math.max(0, input - settings.shuffle().mergeBytes()) * reduces.size();
      writtenBytes += bytes * (merges ? 2 : 1) + spills;
      readBytes += (merges ? bytes : 0) + spills;
      if (settings.shuffle().readsMapOutput()) {
        readBytes += bytes;
      }
    }
    for (AttemptRecord map : maps) {
      for (AttemptRecord reduce : reduces) {
        if (map.node() != reduce.node()) {
          networkBytes += bytes / maps.size() / reduces.size();
        }
      }
    }
  }

  /** A process for each task, or for each node of the job. */
  private int processes(List<AttemptRecord> maps, List<AttemptRecord> reduces) {
    if (settings.framework() == Framework.HADOOP) {
      return maps.size() + reduces.size();
    }
    Set<Integer> used = new HashSet<>();
    maps.forEach(map -> used.add(map.node()));
    reduces.forEach(reduce -> used.add(reduce.node()));
    return used.size();
  }

  /** What does not fit in the memory of its sender's node, and of its receiver's. */
  private void addSpills(double bytes, List<AttemptRecord> maps, List<AttemptRecord> reduces) {
    double[] part = new double[nodes];
    reduces.forEach(reduce -> part[reduce.node()] += 1.0 / reduces.size());
    double[] spilled = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      double holds = bytes * (part[i] + (1 - part[i]) / nodes);
      spilled[i] = Math.max(0, 1 - settings.shuffle().nodeBytes() / holds);
      writtenBytes += bytes * part[i] * spilled[i];
      readBytes += bytes * part[i] * spilled[i];
    }
    for (AttemptRecord map : maps) {
      writtenBytes += bytes / maps.size() * (1 - part[map.node()]) * spilled[map.node()];
    }
  }

  /** Bytes of a map's split: a block, or an equal part. */
  private static double split(AttemptRecord map, FileSpec file, int maps) {
    if (maps != blocks(file)) {
      return (double) file.bytes() / maps;
    }
    return Math.min(file.blockBytes(), file.bytes() - map.task() * file.blockBytes());
  }

  private static long blocks(FileSpec file) {
    return (file.bytes() + file.blockBytes() - 1) / file.blockBytes();
  }
}
