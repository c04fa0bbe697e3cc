// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.LeftAloneTables;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.AttemptOutput;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.AttemptTimes;

/**
 * What attempts that failed wrote last, and where what attempts wrote is. Only for the user whose
 * jobs they are: it is read from private files each time, and neither the journal nor the page has
 * it.
 */
final class FailedAttempts {
  /** Of so many jobs; of more it is said that they have logs, too. */
  private static final int MOST_JOBS = 20;

  private final StateDirectory directory;
  private final Journal journal;

  FailedAttempts(StateDirectory directory, Journal journal) {
    this.directory = directory;
    this.journal = journal;
  }

  /** The output of a job's last attempt; empty if its program was not started. */
  Optional<AttemptOutput> output(String run, String job, int attempt) {
    AttemptOutput output = new AttemptOutput(directory.attempt(run, job, attempt));
    return attempt > 0 && output.exists() ? Optional.of(output) : Optional.empty();
  }

  /** Some lines for each job of a run whose last attempt failed. */
  String of(RunState run) throws IOException {
    StringBuilder text = new StringBuilder();
    String id = run.spec().id();
    Map<String, List<AttemptTimes.Times>> times = AttemptTimes.of(journal.events(id));
    int jobs = 0;
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      int attempt = job.attempt().number();
      if (hasFailed(job) && output(id, spec.name(), attempt).isPresent()) {
        jobs++;
        text.append(jobs <= MOST_JOBS ? of(id, spec.name(), attempt, true, times) : "");
      }
    }
    if (jobs > MOST_JOBS) {
      text.append(jobs - MOST_JOBS).append(" more: athanor schedule logs ").append(id);
      text.append(" JOB\n");
    }
    return text.toString();
  }

  /** Whether the last attempt of a job failed. */
  static boolean hasFailed(JobState job) {
    return job.phase() == Phase.FAILED || job.phase() == Phase.BACKING_OFF;
  }

  /**
   * Some lines about a job's last attempt; the empty text if its program was not started. Its last
   * error is among them if it failed: others write there, too.
   */
  String of(String run, LeftAloneTables.StoredJob job) throws IOException {
    boolean failed =
        Stream.of(Phase.FAILED, Phase.BACKING_OFF)
            .anyMatch(phase -> Texts.word(phase).equals(job.phase()));
    return of(run, job.name(), job.attempt(), failed, AttemptTimes.of(journal.events(run)));
  }

  private String of(
      String run,
      String job,
      int attempt,
      boolean failed,
      Map<String, List<AttemptTimes.Times>> times) {
    Optional<AttemptOutput> output = output(run, job, attempt);
    if (output.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(job).append(", attempt ").append(attempt);
    if (failed) {
      Optional<String> line = output.get().lastError();
      text.append(line.map(it -> ", its last error: " + it).orElse(", wrote no errors"));
    }
    text.append("\n  files: ").append(output.get().standardOutput());
    text.append(", ").append(output.get().errors());
    text.append("\n  all of it: athanor schedule logs ").append(run).append(' ').append(job);
    text.append(" --attempt ").append(attempt).append('\n');
    times.getOrDefault(job, List.of()).stream()
        .filter(each -> each.number() == attempt)
        .flatMap(each -> each.applications().stream())
        .forEach(
            id -> text.append("  containers: yarn logs -applicationId ").append(id).append('\n'));
    return text.toString();
  }
}
