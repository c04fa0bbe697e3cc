// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.JobLog;
import org.athanor.simulator.mapreduce.JobRecord;

/** Collects the jobs and accesses that end, and passes jobs on. */
final class Recorder implements JobLog {
  private final int expected;
  private final JobLog next;
  private final List<JobRecord> jobs = new ArrayList<>();
  private final List<AccessRecord> accesses = new ArrayList<>();
  private Runnable end = () -> {};

  /**
   * @param expected jobs and accesses
   */
  Recorder(int expected, JobLog next) {
    this.expected = expected;
    this.next = next;
  }

  /** What to do when the last job, or the last access, has ended. */
  void atEnd(Runnable what) {
    end = what;
  }

  List<JobRecord> jobs() {
    return jobs;
  }

  List<AccessRecord> accesses() {
    return accesses;
  }

  /** Jobs and accesses that have ended. */
  int ended() {
    return jobs.size() + accesses.size();
  }

  void accessEnded(AccessRecord access) {
    accesses.add(access);
    checkEnd();
  }

  private void checkEnd() {
    if (ended() == expected) {
      end.run();
    }
  }

  @Override
  public void jobEnded(JobRecord job) {
    jobs.add(job);
    next.jobEnded(job);
    checkEnd();
  }

  @Override
  public void attemptEnded(AttemptRecord attempt) {
    next.attemptEnded(attempt);
  }
}
