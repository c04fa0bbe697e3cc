// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.yaml.Place;

/** The files, jobs and accesses that a scenario file makes; grows while it is read. */
final class Workload {
  private final ClusterFacts cluster;
  private final MapReduceSettings.Output output;
  private final boolean together;
  private final List<FileSpec> files = new ArrayList<>();
  private final Map<String, FileSpec> inputs = new HashMap<>();
  private final List<JobSpec> jobs = new ArrayList<>();
  private final List<Output> outputs = new ArrayList<>();
  private final List<AccessPlan> accesses = new ArrayList<>();
  private double storedBytes;
  private double replicas;

  /**
   * What a job writes.
   *
   * @param bytes of all replicas
   * @param remedy besides less output, after a comma; or nothing
   */
  private record Output(double bytes, Place place, String remedy) {}

  /**
   * Has nothing yet.
   *
   * @param output how jobs write
   * @param together whether all jobs run on this cluster; otherwise any of them may run elsewhere,
   *     and there must be room for the output of each alone
   */
  Workload(ClusterFacts cluster, MapReduceSettings.Output output, boolean together) {
    this.cluster = cluster;
    this.output = output;
    this.together = together;
  }

  /**
   * Adds a file that is there at the beginning.
   *
   * @return why the cluster has no room for it; empty if it has
   */
  String add(FileSpec file) {
    files.add(file);
    inputs.put(file.path(), file);
    return reserve(file);
  }

  /**
   * Takes room for a file that is there at the beginning, or is written later.
   *
   * @return why the cluster, or memory, has no room for it; empty if they have
   */
  String reserve(FileSpec file) {
    String tooLarge = tooLarge(Math.min(file.blockBytes(), file.bytes()));
    if (!tooLarge.isEmpty()) {
      return tooLarge;
    }
    boolean fitted = fits(storedBytes);
    boolean counted = replicas <= SimulatedFile.MOST_REPLICAS;
    storedBytes += (double) file.bytes() * file.replication();
    replicas += (double) blocks(file) * file.replication();
    if (counted && replicas > SimulatedFile.MOST_REPLICAS) {
      return "the blocks of all files have more than "
          + SimulatedFile.MOST_REPLICAS
          + " replicas, in blocks of "
          + file.blockBytes()
          + "; must be less, or set larger blocks";
    }
    return fitted && !fits(storedBytes)
        ? "the replicas of all files have more bytes than the devices; " + mostText()
        : "";
  }

  private String tooLarge(long block) {
    return block <= cluster.largestDeviceBytes()
        ? ""
        : "a block has "
            + block
            + " bytes; must be at most "
            + cluster.largestDeviceBytes()
            + ", the capacity of the largest device";
  }

  private boolean fits(double bytes) {
    return bytes <= cluster.capacityBytes();
  }

  private String mostText() {
    return "must be at most " + Math.round(cluster.capacityBytes());
  }

  private static long blocks(FileSpec file) {
    return file.bytes() / file.blockBytes() + (file.bytes() % file.blockBytes() > 0 ? 1 : 0);
  }

  void add(AccessPlan plan) {
    accesses.add(plan);
  }

  /**
   * Adds a job, whose input is there; room for its output is looked for in {@link
   * #reportOutputsWithoutRoom}.
   *
   * @param place of its output
   * @param remedy besides less output, after a comma; or nothing
   * @return why no device has room for a block of its output; empty if one has
   */
  String add(JobSpec job, Place place, String remedy) {
    jobs.add(job);
    outputs.add(new Output((double) job.outputBytes() * output.replication(), place, remedy));
    long tasks = job.reduces() > 0 ? job.reduces() : maps(job);
    long ofTask = job.outputBytes() / tasks + (job.outputBytes() % tasks > 0 ? 1 : 0);
    return tooLarge(Math.min(output.blockBytes(), ofTask));
  }

  /** Number of maps of a job whose input is there. */
  long maps(JobSpec job) {
    return job.maps() > 0 ? job.maps() : Math.max(1, blocks(inputs.get(job.input())));
  }

  /** Bytes of the input of a job; 0 if it has none. */
  long inputBytes(JobSpec job) {
    return job.input().isEmpty() ? 0 : inputs.get(job.input()).bytes();
  }

  /** Reports the first output for which no room is left, when all files and jobs are there. */
  void reportOutputsWithoutRoom() {
    double stored = storedBytes;
    for (Output each : outputs) {
      double with = stored + each.bytes();
      if (fits(stored) && !fits(with)) {
        each.place()
            .report(
                "the replicas of all files and "
                    + (together ? "outputs" : "of this output")
                    + " have more bytes than the devices; "
                    + mostText()
                    + each.remedy());
        return;
      }
      stored = together ? with : stored;
    }
  }

  List<FileSpec> files() {
    return files;
  }

  List<AccessPlan> accesses() {
    return accesses;
  }

  List<JobSpec> jobs() {
    return jobs;
  }
}
