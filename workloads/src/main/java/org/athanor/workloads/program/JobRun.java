// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Runs jobs of an application to their end, and says why a job has failed. */
public final class JobRun {
  private static final String MALFORMED = "MalformedRecordException: ";
  private static final int EVENTS = 1000;

  private JobRun() {}

  /**
   * Sets up a job of an application whose tasks are tried once: a malformed record is as malformed
   * in the next attempt. A large group may be long without progress. Outputs are read again as they
   * are, so they are not compressed.
   */
  public static void once(Configuration job) {
    job.setInt(MRJobConfig.MAP_MAX_ATTEMPTS, 1);
    job.setInt(MRJobConfig.REDUCE_MAX_ATTEMPTS, 1);
    job.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    job.setBoolean(MRJobConfig.REDUCE_SPECULATIVE, false);
    job.setLong(MRJobConfig.TASK_TIMEOUT, 0);
    job.setBoolean(FileOutputFormat.COMPRESS, false);
  }

  /** A job has failed. The message says which, and why if that is known. */
  public static final class FailedException extends IOException {
    private static final long serialVersionUID = 1L;

    FailedException(String message) {
      super(message);
    }
  }

  /**
   * Runs a job and waits for its end.
   *
   * @throws FailedException if it fails
   */
  public static void complete(Job job)
      throws IOException, InterruptedException, ClassNotFoundException {
    if (job.waitForCompletion(true)) {
      return;
    }
    List<String> reasons = new ArrayList<>();
    add(reasons, job.getStatus().getFailureInfo());
    TaskCompletionEvent[] events = job.getTaskCompletionEvents(0, EVENTS);
    for (int seen = 0; events.length > 0; ) {
      for (TaskCompletionEvent event : events) {
        if (event.getStatus() == TaskCompletionEvent.Status.FAILED) {
          add(reasons, job.getTaskDiagnostics(event.getTaskAttemptId()));
        }
      }
      seen += events.length;
      events = job.getTaskCompletionEvents(seen, EVENTS);
    }
    throw failure(job.getJobName(), reasons);
  }

  /**
   * Runs a job of the older API and waits for its end. Returns the finished job.
   *
   * @throws FailedException if it fails
   */
  public static RunningJob complete(JobConf conf) throws IOException, InterruptedException {
    try (JobClient client = new JobClient(conf)) {
      RunningJob job = client.submitJob(conf);
      if (client.monitorAndPrintJob(conf, job)) {
        return job;
      }
      List<String> reasons = new ArrayList<>();
      add(reasons, job.getFailureInfo());
      org.apache.hadoop.mapred.TaskCompletionEvent[] events = job.getTaskCompletionEvents(0);
      for (int seen = 0; events.length > 0; ) {
        for (var event : events) {
          if (event.getTaskStatus() == org.apache.hadoop.mapred.TaskCompletionEvent.Status.FAILED) {
            add(reasons, job.getTaskDiagnostics(event.getTaskAttemptId()));
          }
        }
        seen += events.length;
        events = job.getTaskCompletionEvents(seen);
      }
      throw failure(job.getJobName(), reasons);
    }
  }

  /** Hadoop's local framework gives no reasons, only "NA", or null. */
  private static void add(List<String> reasons, String... more) {
    if (more != null) {
      for (String reason : more) {
        if (reason != null && !reason.isBlank() && !reason.equals("NA")) {
          reasons.add(reason);
        }
      }
    }
  }

  private static FailedException failure(String job, List<String> reasons) {
    Optional<String> malformed =
        reasons.stream()
            .flatMap(String::lines)
            .filter(line -> line.contains(MALFORMED))
            .map(line -> line.substring(line.indexOf(MALFORMED) + MALFORMED.length()))
            .findFirst();
    String why = reasons.isEmpty() ? "the log has the reason" : String.join("; ", reasons);
    return new FailedException(malformed.orElse(job + " failed: " + why));
  }
}
