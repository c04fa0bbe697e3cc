// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.Collection;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.athanor.engine.job.JobView;

/** What a session tells YARN about its end. Stateless. */
final class FinalStatus {
  private FinalStatus() {}

  /** Returns that of the jobs: failed if one has failed, killed if one was killed. */
  static FinalApplicationStatus of(Collection<JobView> jobs) {
    if (jobs.stream().anyMatch(job -> job.state() == JobStatus.State.FAILED)) {
      return FinalApplicationStatus.FAILED;
    }
    return jobs.stream().anyMatch(job -> job.state() == JobStatus.State.KILLED)
        ? FinalApplicationStatus.KILLED
        : FinalApplicationStatus.SUCCEEDED;
  }

  /**
   * Returns the diagnostics: why the session ended, and what became of jobs that did not end well.
   */
  static String diagnostics(String reason, Collection<JobView> jobs) {
    StringBuilder text = new StringBuilder(reason);
    for (JobView job : jobs) {
      if (job.state() == JobStatus.State.FAILED || job.state() == JobStatus.State.KILLED) {
        text.append('\n').append(job.id()).append(' ').append(job.state());
        if (!job.failureInfo().isEmpty()) {
          text.append(": ").append(job.failureInfo());
        }
      }
    }
    return text.toString();
  }
}
