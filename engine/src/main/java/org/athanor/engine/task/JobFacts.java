// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.serialization.PartialReads;

/** What all attempts of a job have in common. Thread-safe, except the configuration. */
public final class JobFacts {
  private final JobID id;
  private final JobConf configuration;
  private final Path jobFile;
  private final String user;
  private final String localDirectories;
  private final MapOutputStore store;
  private final PartialReads partialReads = new PartialReads();

  /**
   * @param configuration the job's, with no task's class loader; attempts copy it
   * @param jobFile the job's configuration as a file, whose directory holds the splits
   * @param localDirectories scratch directories of the job, separated by commas as in Hadoop's
   *     {@code mapreduce.cluster.local.dir}
   */
  public JobFacts(
      JobID id,
      JobConf configuration,
      Path jobFile,
      String user,
      String localDirectories,
      MapOutputStore store) {
    this.id = id;
    this.configuration = configuration;
    this.jobFile = jobFile;
    this.user = user;
    this.localDirectories = localDirectories;
    this.store = store;
  }

  public JobID id() {
    return id;
  }

  public JobConf configuration() {
    return configuration;
  }

  public Path jobFile() {
    return jobFile;
  }

  public String user() {
    return user;
  }

  String localDirectories() {
    return localDirectories;
  }

  public MapOutputStore store() {
    return store;
  }

  /** Warns of classes that do not read all bytes that they have written. */
  PartialReads partialReads() {
    return partialReads;
  }

  int reduces() {
    return configuration.getNumReduceTasks();
  }
}
