// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;

/** Asks a framework everything a client may ask of a completed job. */
final class JobPhotographer {
  private static final int MANY_EVENTS = 100_000;
  private static final String FAILED_MAPS =
      "org.apache.hadoop.mapreduce.JobCounter|NUM_FAILED_MAPS";
  private static final String TASK_GROUP = "org.apache.hadoop.mapreduce.TaskCounter|";

  private JobPhotographer() {}

  static ObservedJob photograph(ClientProtocol protocol, JobStatus status, boolean hasReports)
      throws IOException, InterruptedException {
    JobID id = status.getJobID();
    SortedMap<String, Long> counters = flatten(protocol.getJobCounters(id));
    TaskReport[] maps = protocol.getTaskReports(id, TaskType.MAP);
    TaskReport[] reduces = protocol.getTaskReports(id, TaskType.REDUCE);
    TaskCompletionEvent[] events = protocol.getTaskCompletionEvents(id, 0, MANY_EVENTS);
    List<String> problems = new ArrayList<>();
    if (hasReports) {
      findProblems(status, counters, maps, reduces, events, problems);
    }
    return new ObservedJob(
        id.toString(),
        status.getJobName(),
        status.getState().name(),
        status.getMapProgress(),
        status.getReduceProgress(),
        String.valueOf(status.getFailureInfo()),
        counters,
        describe(maps),
        describe(reduces),
        describe(events),
        problems);
  }

  static SortedMap<String, Long> flatten(Counters counters) {
    SortedMap<String, Long> flat = new TreeMap<>();
    if (counters == null) {
      return flat;
    }
    for (CounterGroup group : counters) {
      for (Counter counter : group) {
        flat.put(group.getName() + "|" + counter.getName(), counter.getValue());
      }
    }
    return flat;
  }

  private static void findProblems(
      JobStatus status,
      Map<String, Long> counters,
      TaskReport[] maps,
      TaskReport[] reduces,
      TaskCompletionEvent[] events,
      List<String> problems) {
    if (status.getState() != JobStatus.State.SUCCEEDED) {
      return;
    }
    SortedMap<String, Long> sum = new TreeMap<>();
    long complete = checkReports(maps, sum, problems) + checkReports(reduces, sum, problems);
    boolean mayFail = counters.getOrDefault(FAILED_MAPS, 0L) > 0;
    if (complete != maps.length + reduces.length && !mayFail) {
      problems.add(
          String.format(
              Locale.ROOT, "%d tasks of %d are complete", complete, maps.length + reduces.length));
    }
    for (Map.Entry<String, Long> entry : counters.entrySet()) {
      boolean ofTasks = entry.getKey().startsWith(TASK_GROUP) && !isMaximum(entry.getKey());
      if (ofTasks && !entry.getValue().equals(sum.getOrDefault(entry.getKey(), 0L))) {
        problems.add(
            String.format(
                Locale.ROOT,
                "%s is %d for the job, but %d over its tasks",
                entry.getKey(),
                entry.getValue(),
                sum.get(entry.getKey())));
      }
    }
    long succeeded = 0;
    for (TaskCompletionEvent event : events) {
      if (event.getStatus() == TaskCompletionEvent.Status.SUCCEEDED) {
        succeeded++;
      }
    }
    if (succeeded != complete) {
      problems.add(
          String.format(
              Locale.ROOT, "%d tasks succeeded by events, %d by reports", succeeded, complete));
    }
    if (status.getFinishTime() < status.getStartTime() || status.getStartTime() <= 0) {
      problems.add(
          String.format(
              Locale.ROOT,
              "started at %d, finished at %d",
              status.getStartTime(),
              status.getFinishTime()));
    }
  }

  private static boolean isMaximum(String counter) {
    return counter.endsWith("_MAX");
  }

  /** Adds up the counters of complete tasks, and counts these. */
  private static long checkReports(
      TaskReport[] reports, Map<String, Long> sum, List<String> problems) {
    long complete = 0;
    for (TaskReport report : reports) {
      if (report.getCurrentStatus() != TIPStatus.COMPLETE) {
        continue;
      }
      complete++;
      if (report.getProgress() != 1.0f) {
        problems.add("%s has progress %s".formatted(report.getTaskId(), report.getProgress()));
      }
      if (report.getFinishTime() < report.getStartTime()) {
        problems.add("%s ended before it began".formatted(report.getTaskId()));
      }
      flatten(report.getTaskCounters()).forEach((name, value) -> sum.merge(name, value, Long::sum));
    }
    return complete;
  }

  private static List<String> describe(TaskReport[] reports) {
    List<String> lines = new ArrayList<>();
    for (TaskReport report : reports) {
      lines.add(
          "%s %s %s %s"
              .formatted(
                  report.getTaskId(),
                  report.getCurrentStatus(),
                  report.getState(),
                  String.join("; ", report.getDiagnostics())));
    }
    return lines;
  }

  private static List<String> describe(TaskCompletionEvent[] events) {
    List<String> lines = new ArrayList<>();
    for (TaskCompletionEvent event : events) {
      lines.add("%s %s".formatted(event.getTaskAttemptId(), event.getStatus()));
    }
    return lines;
  }
}
