// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
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

  /** Runs an action as the job's user, who has the rights of the job's credentials. */
  public <T> T asUser(PrivilegedExceptionAction<T> action) throws IOException {
    try {
      return user.doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(id + ": interrupted");
    }
  }

  /** Returns the job's configuration as a file. */
  public Path file() {
    return new Path(directory, "job.xml");
  }
}
