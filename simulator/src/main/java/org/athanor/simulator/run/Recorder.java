// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.JobLog;
import org.athanor.simulator.mapreduce.JobRecord;

/** Collects the jobs that end, and passes all on. */
final class Recorder implements JobLog {
  private final int expected;
  private final JobLog next;
  private final List<JobRecord> jobs = new ArrayList<>();
  private Runnable end = () -> {};

  Recorder(int expected, JobLog next) {
    this.expected = expected;
    this.next = next;
  }

  /** What to do when the last job has ended. */
  void atEnd(Runnable what) {
    end = what;
  }

  List<JobRecord> jobs() {
    return jobs;
  }

  @Override
  public void jobEnded(JobRecord job) {
    jobs.add(job);
    next.jobEnded(job);
    if (jobs.size() == expected) {
      end.run();
    }
  }

  @Override
  public void attemptEnded(AttemptRecord attempt) {
    next.attemptEnded(attempt);
  }
}
