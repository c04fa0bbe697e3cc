// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A job as a client submits it. From then on the directory and the configuration belong to the
 * engine.
 *
 * @param directory holds {@code job.xml}, the splits and the jar; the engine deletes it when the
 *     job ends
 */
public record SubmittedJob(
    JobID id,
    Path directory,
    JobConf configuration,
    Credentials credentials,
    UserGroupInformation user) {

  /** Returns the job's configuration as a file. */
  public Path file() {
    return new Path(directory, "job.xml");
  }
}
