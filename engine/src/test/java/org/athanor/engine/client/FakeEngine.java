// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;

/** An engine that accepts jobs, runs none, and records the commands that it gets. */
final class FakeEngine implements JobService {
  private static final AtomicInteger LAST = new AtomicInteger();

  final Map<JobID, FakeJob> jobs = new LinkedHashMap<>();
  String ended = "";
  String unreachable; // why no question is answered; null if they are

  private void call() {
    if (unreachable != null) {
      throw new UncheckedIOException(unreachable, new IOException("refused"));
    }
  }

  FakeJob only() {
    return jobs.values().iterator().next();
  }

  @Override
  public JobID newJobId() {
    return new org.apache.hadoop.mapred.JobID("1700000000000", LAST.incrementAndGet());
  }

  @Override
  public synchronized JobView submit(SubmittedJob submitted) {
    FakeJob job = new FakeJob(submitted.id(), submitted.directory(), submitted.configuration());
    jobs.put(submitted.id(), job);
    return job;
  }

  @Override
  public Optional<JobView> job(JobID id) {
    call();
    return Optional.ofNullable(jobs.get(id));
  }

  @Override
  public Collection<JobView> jobs() {
    call();
    return List.copyOf(jobs.values());
  }

  @Override
  public void kill(JobID id) {
    jobs.get(id).end(JobStatus.State.KILLED);
  }

  @Override
  public boolean endAttempt(TaskAttemptID id, boolean asFailed) {
    ended = id + (asFailed ? " failed" : " killed");
    return id.getId() == 1;
  }

  @Override
  public void setPriority(JobID id, JobPriority priority) {
    jobs.get(id).priority = priority;
  }

  @Override
  public int slots() {
    call();
    return 4;
  }

  @Override
  public int runningMaps() {
    return 3;
  }

  @Override
  public int runningReduces() {
    return 1;
  }
}
