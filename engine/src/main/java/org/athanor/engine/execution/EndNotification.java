// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobEndNotifier;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.JobStatus;
import org.athanor.engine.job.JobView;

/**
 * Calls the URL that a job names to be notified of its end ({@code
 * mapreduce.job.end-notification.url}).
 */
public final class EndNotification {
  private EndNotification() {}

  /** Calls the URL, with the job's number of retries; does nothing if the job names no URL. */
  public static void send(JobView job) {
    JobConf conf = job.configuration();
    if (conf.getJobEndNotificationURI() == null) {
      return;
    }
    JobStatus status =
        new JobStatus(
            JobID.downgrade(job.id()),
            job.mapProgress(),
            job.reduceProgress(),
            job.cleanupProgress(),
            job.state().getValue(),
            job.user(),
            job.name(),
            job.jobFile().toString(),
            "");
    JobEndNotifier.localRunnerNotification(conf, status);
  }
}
