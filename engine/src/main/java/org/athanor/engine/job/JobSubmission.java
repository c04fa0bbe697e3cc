// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * What a process must be told to find a submitted job.
 *
 * @param directory the absolute path of the directory that holds {@code job.xml}, with its file
 *     system
 * @param user the name of the user who has submitted the job
 * @param credentials the job's; they are secret
 */
public record JobSubmission(JobID id, String directory, String user, Credentials credentials) {

  /** Describes a job that this process has read. */
  public static JobSubmission of(SubmittedJob job) {
    return new JobSubmission(
        JobID.downgrade(job.id()),
        job.directory().toString(),
        job.user().getUserName(),
        job.credentials());
  }

  /** Returns the user, who has no other rights than those of the job's credentials. */
  public UserGroupInformation submitter() {
    UserGroupInformation submitter = UserGroupInformation.createRemoteUser(user);
    submitter.addCredentials(credentials);
    return submitter;
  }

  /**
   * Reads the job as its user, who has no other rights than those of the job's credentials.
   *
   * @param process the configuration of this process
   * @throws IOException if the submission cannot be read
   */
  public SubmittedJob read(Configuration process) throws IOException, InterruptedException {
    UserGroupInformation submitter = submitter();
    Path path = new Path(directory);
    JobConf conf =
        submitter.doAs(
            (PrivilegedExceptionAction<JobConf>)
                () -> JobXml.read(new Path(path, "job.xml"), process));
    return new SubmittedJob(id, path, conf, credentials, submitter);
  }
}
