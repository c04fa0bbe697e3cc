// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;

/** A service of jobs that the test adds; it runs none, and records the commands that it gets. */
public final class RecordedJobs implements JobService {
  private final Map<JobID, SetJob> jobs = new LinkedHashMap<>();
  private final List<String> commands = new ArrayList<>();

  public synchronized SetJob add(SetJob job) {
    jobs.put(job.id(), job);
    return job;
  }

  public synchronized List<String> commands() {
    return List.copyOf(commands);
  }

  private synchronized void record(String command) {
    commands.add(command);
  }

  @Override
  public JobID newJobId() {
    throw new UnsupportedOperationException();
  }

  @Override
  public JobView submit(SubmittedJob job) {
    throw new UnsupportedOperationException();
  }

  @Override
  public synchronized Optional<JobView> job(JobID id) {
    return Optional.ofNullable(jobs.get(id));
  }

  @Override
  public synchronized Collection<JobView> jobs() {
    return List.copyOf(jobs.values());
  }

  @Override
  public void kill(JobID id) {
    record("kill " + id);
  }

  @Override
  public boolean endAttempt(TaskAttemptID id, boolean asFailed) {
    record((asFailed ? "fail " : "kill ") + id);
    return true;
  }

  @Override
  public void setPriority(JobID id, JobPriority priority) {
    record(id + " gets priority " + priority);
  }

  @Override
  public int slots() {
    return 4;
  }

  @Override
  public int runningMaps() {
    return 0;
  }

  @Override
  public int runningReduces() {
    return 0;
  }
}
