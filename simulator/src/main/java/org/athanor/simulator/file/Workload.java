// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;

/** The files, jobs and accesses that a scenario file makes; grows while it is read. */
final class Workload {
  private final ClusterFacts cluster;
  private final List<FileSpec> files = new ArrayList<>();
  private final List<JobSpec> jobs = new ArrayList<>();
  private final List<AccessPlan> accesses = new ArrayList<>();
  private double storedBytes;

  Workload(ClusterFacts cluster) {
    this.cluster = cluster;
  }

  /**
   * Adds a file that is there at the beginning.
   *
   * @return why the cluster has no room for it; empty if it has
   */
  String add(FileSpec file) {
    files.add(file);
    return reserve(file);
  }

  /**
   * Takes room for a file that is there at the beginning, or is written later.
   *
   * @return why the cluster has no room for it; empty if it has
   */
  String reserve(FileSpec file) {
    long block = Math.min(file.blockBytes(), file.bytes());
    if (block > cluster.largestDeviceBytes()) {
      return "a block has " + block + " bytes; must be at most " + largestText();
    }
    boolean fitted = storedBytes <= cluster.capacityBytes();
    storedBytes += (double) file.bytes() * file.replication();
    return fitted && storedBytes > cluster.capacityBytes()
        ? "the replicas of all files have more bytes than the devices; must be at most "
            + Math.round(cluster.capacityBytes())
        : "";
  }

  private String largestText() {
    return cluster.largestDeviceBytes() + ", the capacity of the largest device";
  }

  void add(AccessPlan plan) {
    accesses.add(plan);
  }

  void add(JobSpec job) {
    jobs.add(job);
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
