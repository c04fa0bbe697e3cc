// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/** Runs jobs of an application to their end. */
public final class JobRun {
  private static final String MALFORMED = "MalformedReadException: ";
  private static final int EVENTS = 1000;

  private JobRun() {}

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
    if (!job.waitForCompletion(true)) {
      throw failure(job.getJobName(), reasons(job));
    }
  }

  /**
   * Runs a job of the older API and waits for its end.
   *
   * @throws FailedException if it fails
   */
  public static RunningJob complete(JobConf conf)
      throws IOException, InterruptedException, ClassNotFoundException {
    try (JobClient client = new JobClient(conf)) {
      RunningJob running = client.submitJob(conf);
      client.monitorAndPrintJob(conf, running);
      if (!running.isSuccessful()) {
        throw failure(running.getJobName(), reasons(running));
      }
      return running;
    }
  }

  private static List<String> reasons(RunningJob job) throws IOException {
    List<String> reasons = new ArrayList<>(List.of(job.getFailureInfo()));
    for (var event : job.getTaskCompletionEvents(0)) {
      if (event.getTaskStatus() == org.apache.hadoop.mapred.TaskCompletionEvent.Status.FAILED) {
        reasons.addAll(List.of(job.getTaskDiagnostics(event.getTaskAttemptId())));
      }
    }
    return reasons;
  }

  private static FailedException failure(String job, List<String> reasons) {
    Optional<String> malformed =
        reasons.stream()
            .flatMap(String::lines)
            .filter(line -> line.contains(MALFORMED))
            .map(line -> line.substring(line.indexOf(MALFORMED) + MALFORMED.length()))
            .findFirst();
    return new FailedException(
        malformed.orElseGet(() -> job + " failed: " + String.join("; ", reasons)));
  }

  /** What the job and its failed tasks say. */
  private static List<String> reasons(Job job) throws IOException, InterruptedException {
    Stream<String> ofTasks =
        Arrays.stream(job.getTaskCompletionEvents(0, EVENTS))
            .filter(event -> event.getStatus() == TaskCompletionEvent.Status.FAILED)
            .flatMap(event -> diagnostics(job, event));
    return Stream.concat(Stream.of(job.getStatus().getFailureInfo()), ofTasks).toList();
  }

  private static Stream<String> diagnostics(Job job, TaskCompletionEvent event) {
    try {
      return Arrays.stream(job.getTaskDiagnostics(event.getTaskAttemptId()));
    } catch (IOException unknown) {
      return Stream.of(event.getTaskAttemptId() + ": diagnostics are lost: " + unknown);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Stream.empty();
    }
  }
}
