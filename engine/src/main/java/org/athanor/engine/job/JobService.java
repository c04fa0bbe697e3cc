// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The engine as its clients see it: jobs go in, views of them come out. All methods are
 * thread-safe.
 */
public interface JobService {
  /**
   * A job id that no other submission of this engine has had. Ids are of {@code mapred} everywhere,
   * as on YARN: those of {@code mapreduce} are never equal to them, even if they name the same job.
   */
  JobID newJobId();

  /**
   * Starts a job whose files ({@code job.xml}, splits, jar) a submitter has written to {@code
   * submitDirectory}. Returns as soon as the job is queued; the directory is the engine's from then
   * on and is deleted when the job ends.
   *
   * @throws IOException if the submission cannot be read; the job does not exist then
   */
  JobView submit(
      JobID id,
      Path submitDirectory,
      JobConf configuration,
      Credentials credentials,
      UserGroupInformation user)
      throws IOException;

  Optional<JobView> job(JobID id);

  /** Running jobs and the most recent ended ones, oldest first. */
  Collection<JobView> jobs();

  /** Asks the job to stop; ends at once if it has ended. Ids that are unknown are ignored. */
  void kill(JobID id);

  /**
   * Ends one running attempt: as failed (it counts towards the task's allowed attempts) or as
   * killed (it does not).
   *
   * @return whether such an attempt was running
   */
  boolean endAttempt(TaskAttemptID id, boolean asFailed);

  /** Changes which job gets the next free thread. Ids that are unknown or ended are ignored. */
  void setPriority(JobID id, JobPriority priority);

  /** Operations that can run at once. */
  int slots();

  /** Attempts of a kind running now, over all jobs. */
  int runningMaps();

  int runningReduces();
}
