// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.JobLog;
import org.athanor.simulator.mapreduce.JobRecord;

/** Collects the jobs and accesses that end and the times of tasks, and passes jobs and tasks on. */
final class Recorder implements JobLog {
  private final int expected;
  private final Optional<TimelineRecorder> timeline;
  private final JobLog next;
  private final List<JobRecord> jobs = new ArrayList<>();
  private final List<AccessRecord> accesses = new ArrayList<>();
  private final TaskTimes tasks = new TaskTimes();
  private Runnable end = () -> {};

  /**
   * Has collected nothing.
   *
   * @param expected jobs and accesses
   */
  Recorder(int expected, Optional<TimelineRecorder> timeline, JobLog next) {
    this.expected = expected;
    this.timeline = timeline;
    this.next = next;
  }

  /** What to do when the last job, or the last access, has ended. */
  void atEnd(Runnable what) {
    end = what;
  }

  TaskTimes tasks() {
    return tasks;
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
    next.accessEnded();
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
    tasks.add(attempt);
    timeline.ifPresent(recorder -> recorder.attemptEnded(attempt));
    next.attemptEnded(attempt);
  }
}
