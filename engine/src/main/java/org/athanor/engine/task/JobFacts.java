// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.serialization.PartialReads;
import org.athanor.engine.thread.Clock;

/** What all attempts of a job have in common. Thread-safe, except the configuration. */
public final class JobFacts {
  private final JobID id;
  private final JobConf configuration;
  private final Path jobFile;
  private final String user;
  private final String localDirectories;
  private final MapOutputStore store;
  private final Clock clock;
  private final PartialReads partialReads = new PartialReads();
  private final AtomicBoolean saidNotCut = new AtomicBoolean();

  /**
   * @param configuration the job's, with no task's class loader; attempts copy it
   * @param localDirectories scratch directories of the job, separated by commas as in Hadoop's
   *     {@code mapreduce.cluster.local.dir}
   * @param clock by which is decided about attempts
   */
  public JobFacts(
      SubmittedJob job,
      JobConf configuration,
      String localDirectories,
      MapOutputStore store,
      Clock clock) {
    this.id = JobID.downgrade(job.id());
    this.configuration = configuration;
    this.jobFile = job.file();
    this.user = job.user().getShortUserName();
    this.localDirectories = localDirectories;
    this.store = store;
    this.clock = clock;
  }

  public JobID id() {
    return id;
  }

  public JobConf configuration() {
    return configuration;
  }

  /** Returns the job's configuration as a file, whose directory holds the splits. */
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

  /** Returns the time by which is decided about attempts. */
  public Clock clock() {
    return clock;
  }

  /** Warns of classes that do not read all bytes that they have written. */
  PartialReads partialReads() {
    return partialReads;
  }

  /** Returns true to the first caller, which tells the user why a partition is not cut. */
  boolean saysNotCut() {
    return saidNotCut.compareAndSet(false, true);
  }

  int reduces() {
    return configuration.getNumReduceTasks();
  }
}
