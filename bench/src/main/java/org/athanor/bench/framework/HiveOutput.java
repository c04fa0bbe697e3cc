// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.counter.HadoopCounters;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.cluster.LastWords;
import org.athanor.results.Phase;
import org.athanor.results.Reading;

/**
 * Parses the output of Hive's command line, which runs one job after the other: {@code Starting Job
 * = job_1, …} or {@code Job running in-process}, {@code Stage-1 map = 40%, reduce = 10%}, {@code
 * Ended Job = job_1}. A job's map phase lasts from the job's start to the end of its last map, its
 * reduce phase from there to the job's end. Names of phases begin with that of Hive's stage.
 */
final class HiveOutput implements OutputParser {
  private static final Pattern FAILED = Pattern.compile("FAILED: .+");

  /** What Hive prints before the error of a task in a container, which ends with a blank line. */
  private static final String TASK_ERROR = "Diagnostic Messages for this Task:";

  /** Hive's line before it submits a job. */
  private static final String LAUNCH = "Launching Job ";

  /** What follows an error after which Hive does the same in another way. */
  private static final String RETRIED = "ATTEMPT: Execute BackupTask";

  /** A line of the log on standard error, such as the error that Hive has just printed. */
  private static final Pattern LOGGED =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d.*");

  private static final Pattern EXCEPTION = Pattern.compile("Exception in thread \"main\" .*");
  private static final Pattern STARTING =
      Pattern.compile("Starting Job = (job_\\w+)|Job running in-process");
  private static final Pattern IN_PROCESS = Pattern.compile("Job running in-process");
  private static final Pattern PROGRESS =
      Pattern.compile("(Stage-\\d+) map = (\\d+)%,\\s+reduce = (\\d+)%");
  private static final Pattern ENDED = Pattern.compile("Ended Job = job_");

  /** The jobs of a trial, which run one after the other. */
  private static final class Job {
    private final double start;
    private String stage = "";
    private double mapsEnd = -1;
    private boolean reduces;
    private double end = -1;

    private Job(double start) {
      this.start = start;
    }

    private void addTo(List<Phase> phases, double last) {
      double until = end < 0 ? last : end;
      double maps = reduces && mapsEnd >= 0 ? mapsEnd : until;
      phases.add(new Phase((stage + " map").strip(), start, maps));
      if (reduces) {
        phases.add(new Phase((stage + " reduce").strip(), maps, until));
      }
    }
  }

  private final Optional<JobHistory> history;

  /** For queries whose jobs no history server knows. */
  HiveOutput() {
    this.history = Optional.empty();
  }

  /** For queries whose jobs a history server knows. */
  HiveOutput(JobHistory history) {
    this.history = Optional.of(history);
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return error(output.stream().map(TimedLine::text).toList());
  }

  /**
   * The first error that Hive did not get over, with its cause if a task in a container told it;
   * empty if there is none.
   */
  static Optional<String> error(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      Matcher failed = FAILED.matcher(lines.get(i));
      if (failed.lookingAt() && !isRetried(lines, i)) {
        String text = failed.group();
        return Optional.of(
            taskError(lines.subList(0, i)).map(cause -> text + ": " + cause).orElse(text));
      }
      Matcher exception = EXCEPTION.matcher(lines.get(i));
      if (exception.lookingAt()) {
        return Optional.of(exception.group());
      }
    }
    return Optional.empty();
  }

  /** The innermost cause of the last error of a task, since a job was launched. */
  private static Optional<String> taskError(List<String> lines) {
    int launch = 0;
    for (int i = 0; i < lines.size(); i++) {
      launch = lines.get(i).startsWith(LAUNCH) ? i : launch;
    }
    List<String> job = lines.subList(launch, lines.size());
    int start = job.lastIndexOf(TASK_ERROR) + 1;
    if (start == 0) {
      return Optional.empty();
    }
    List<String> error =
        job.subList(start, job.size()).stream()
            .takeWhile(line -> !line.isBlank())
            .filter(line -> !LOGGED.matcher(line).matches())
            .toList();
    // Without causes it may end with something else, such as the processes of a container.
    boolean hasCause = error.stream().anyMatch(line -> line.startsWith("Caused by: "));
    return hasCause ? LastWords.of(error) : error.stream().findFirst();
  }

  private static boolean isRetried(List<String> lines, int error) {
    int next = error + 1;
    while (next < lines.size() && LOGGED.matcher(lines.get(next)).matches()) {
      next++;
    }
    return next < lines.size() && lines.get(next).startsWith(RETRIED);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    List<Job> jobs = new ArrayList<>();
    for (TimedLine line : output) {
      if (STARTING.matcher(line.text()).find()) {
        jobs.add(new Job(line.seconds()));
      } else if (!jobs.isEmpty()) {
        read(jobs.get(jobs.size() - 1), line);
      }
    }
    double last = output.isEmpty() ? 0 : output.get(output.size() - 1).seconds();
    List<Phase> phases = new ArrayList<>();
    jobs.forEach(job -> job.addTo(phases, last));
    return phases;
  }

  private static void read(Job job, TimedLine line) {
    Matcher progress = PROGRESS.matcher(line.text());
    if (progress.find()) {
      job.stage = progress.group(1);
      if (progress.group(2).equals("100") && job.mapsEnd < 0) {
        job.mapsEnd = line.seconds();
      }
      job.reduces |= !progress.group(3).equals("0");
    } else if (ENDED.matcher(line.text()).find()) {
      job.end = line.seconds();
    }
  }

  /** Hive prints few counters of its jobs; the history server has them all of those on YARN. */
  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    if (history.isPresent()) {
      List<String> jobs = OutputParser.all(STARTING, output);
      return OutputParser.firstMatch(IN_PROCESS, output).isEmpty()
          ? history.get().measures(jobs)
          : JobHistory.unavailable(
              "Hive ran a job in its own process, whose counters it does not print");
    }
    HadoopCounters counters = new HadoopCounters();
    counters.addUnknown("Hive's command line does not print the counters of its jobs");
    return counters.readings();
  }
}
