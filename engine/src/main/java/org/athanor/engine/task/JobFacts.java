// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.serialization.PartialReads;

/**
 * What all attempts of a job share.
 *
 * @param configuration the job's, with the class loader of no task; attempts copy it
 * @param jobFile the job's configuration as a file, whose directory holds the splits
 * @param localDirectories scratch space of the job, comma-separated as Hadoop's {@code
 *     mapreduce.cluster.local.dir}
 * @param retained holds sorted map output until it is reduced
 * @param spill takes what {@code retained} has no room for
 * @param partialReads is told of classes that do not read all they wrote
 */
public record JobFacts(
    JobID id,
    JobConf configuration,
    Path jobFile,
    String user,
    String localDirectories,
    BufferPool retained,
    SpillFile spill,
    PartialReads partialReads) {
  public JobFacts(
      JobID id,
      JobConf configuration,
      Path jobFile,
      String user,
      String localDirectories,
      BufferPool retained,
      SpillFile spill) {
    this(id, configuration, jobFile, user, localDirectories, retained, spill, new PartialReads());
  }

  public int reduces() {
    return configuration.getNumReduceTasks();
  }
}
