// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.NestedState;
import org.athanor.scheduler.run.RunState;

/**
 * Jobs that were told to end a while ago, and whose attempts may still live: their ResourceManager
 * does not answer, or others are told before them.
 */
public final class SlowEnds {
  /** So long an end may take before anybody is told. */
  public static final Duration PATIENCE = Duration.ofMinutes(1);

  private SlowEnds() {}

  /**
   * A job that takes long to end.
   *
   * @param since when it was told to
   * @param line for users
   */
  public record SlowEnd(String job, Instant since, String line) {}

  /**
   * Those of a run.
   *
   * @param events of the run, the oldest first
   */
  public static List<SlowEnd> of(RunState run, List<Journal.Entry> events, Instant now) {
    List<SlowEnd> slow = new ArrayList<>();
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      if (!job.phase().isActive() || job.attempt().killing().isEmpty()) {
        continue;
      }
      since(run, spec, events)
          .filter(since -> !since.plus(PATIENCE).isAfter(now))
          .ifPresent(
              since -> slow.add(new SlowEnd(spec.name(), since, line(spec, job, since, now))));
    }
    return slow;
  }

  private static String line(JobSpec spec, JobState job, Instant since, Instant now) {
    return spec.name()
        + " was told to end "
        + Duration.between(since, now).toSeconds()
        + " s ago, and may still run on "
        + job.attempt().cluster()
        + (job.message().isEmpty() ? "" : ": " + job.message());
  }

  /** When a job was told to end: by a user, or by its own timeout, or one that it is in. */
  private static Optional<Instant> since(RunState run, JobSpec spec, List<Journal.Entry> events) {
    if (run.killed()) {
      return events.stream()
          .filter(entry -> entry.text().startsWith(EventText.KILL))
          .map(Journal.Entry::at)
          .max(Instant::compareTo);
    }
    Optional<Instant> own =
        spec.job()
            .rules()
            .timeout()
            .flatMap(most -> run.job(spec.name()).attempt().started().map(it -> it.plus(most)));
    Stream<Instant> nested =
        run.spec().nested().stream()
            .filter(each -> each.contains(spec.name()) && each.timeout().isPresent())
            .flatMap(
                each -> {
                  NestedState state = run.nested().get(each.name());
                  return state.ending().flatMap(why -> state.began()).stream()
                      .map(began -> began.plus(each.timeout().get()));
                });
    return Stream.concat(own.stream(), nested).min(Instant::compareTo);
  }
}
