// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
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

  Needs(Scenario scenario, History history) {
    this.scenario = scenario;
    this.history = history;
    settings = scenario.mapReduce();
    node = scenario.cluster().racks().get(0).nodes().get(0);
    disk = node.devices().get(0);
    nodes = scenario.cluster().racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
    scenario.jobs().forEach(this::add);
  }

  double coreSeconds() {
    return coreSeconds;
  }

  double deviceSeconds() {
    return readBytes / disk.readBytesPerSecond() + writtenBytes / disk.writeBytesPerSecond();
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
    coreSeconds += settings.taskStartCoreSeconds() * (maps.size() + reduces.size());
    coreSeconds += mapped * job.mapCyclesPerByte() / node.cyclesPerSecond();
    coreSeconds += job.shuffleBytes() * job.reduceCyclesPerByte() / node.cyclesPerSecond();
    readBytes += input;
    if (input > 0) {
      maps.forEach(
          map ->
              networkBytes += map.locality() == Locality.NODE ? 0 : split(map, file, maps.size()));
    }
    if (hasReduces) {
      addShuffle(job, maps, reduces);
    }
    int replicas = Math.min(settings.replication(), nodes);
    writtenBytes += (double) job.outputBytes() * replicas;
    networkBytes += (double) job.outputBytes() * (replicas - 1);
  }

  private void addShuffle(JobSpec job, List<AttemptRecord> maps, List<AttemptRecord> reduces) {
    double bytes = job.shuffleBytes();
    boolean merges = bytes / maps.size() > settings.sortBytes();
    boolean spills = bytes / reduces.size() > settings.mergeBytes();
    writtenBytes += bytes * (1 + (merges ? 1 : 0) + (spills ? 1 : 0));
    readBytes += bytes * ((merges ? 1 : 0) + (spills ? 1 : 0));
    if (settings.readsMapOutput() && settings.exactShuffle()) {
      readBytes += bytes;
    }
    for (AttemptRecord map : maps) {
      for (AttemptRecord reduce : reduces) {
        if (map.node() != reduce.node()) {
          networkBytes += bytes / maps.size() / reduces.size();
        }
      }
    }
  }

  /** Bytes of a map's split: a block, or an equal part. */
  private static double split(AttemptRecord map, FileSpec file, int maps) {
    long blocks = (file.bytes() + file.blockBytes() - 1) / file.blockBytes();
    if (maps != blocks) {
      return (double) file.bytes() / maps;
    }
    return Math.min(file.blockBytes(), file.bytes() - map.task() * file.blockBytes());
  }
}
