// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/** The engine's interface for clients: they submit jobs and get views of them. Thread-safe. */
public interface JobService {
  /**
   * Returns a job id that no other submission of this engine has. All ids have the class of {@code
   * mapred}, as on YARN; an id of {@code mapreduce}'s class never equals them, even if it names the
   * same job.
   *
   * @throws IOException if the engine is another process and cannot be reached, in one line
   */
  JobID newJobId() throws IOException;

  /**
   * Starts a job, and returns as soon as it is queued.
   *
   * @throws IOException if the submission cannot be read; then the job does not exist
   */
  JobView submit(SubmittedJob job) throws IOException;

  Optional<JobView> job(JobID id);

  /** Returns the running jobs and those that ended most recently, oldest first. */
  Collection<JobView> jobs();

  /** Asks the job to stop, without waiting. Ignores jobs that have ended or are unknown. */
  void kill(JobID id);

  /**
   * Ends one running attempt.
   *
   * @param asFailed whether the attempt counts as failed, and so towards the task's maximum number
   *     of attempts; otherwise it counts as killed
   * @return whether the attempt was running
   */
  boolean endAttempt(TaskAttemptID id, boolean asFailed);

  /**
   * Sets a job's priority, by which jobs get free threads. Ignores jobs that have ended or are
   * unknown.
   */
  void setPriority(JobID id, JobPriority priority);

  /** Returns the number of operations that can run at once. */
  int slots();

  /** Returns the number of running map attempts of all jobs. */
  int runningMaps();

  /** Returns the number of running reduce attempts of all jobs. */
  int runningReduces();
}
