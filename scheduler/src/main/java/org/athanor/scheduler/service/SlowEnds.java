// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.RunState;

/**
 * Jobs that were told to end a while ago, by a user or by a timeout, and whose attempts may still
 * live: their ResourceManager does not answer, or others are told before them.
 */
public final class SlowEnds {
  /** So long an end may take before anybody is told. */
  public static final Duration PATIENCE = Duration.ofMinutes(1);

  private SlowEnds() {}

  /**
   * A job that takes long to end.
   *
   * @param since when it was first told to
   * @param line for users
   */
  public record SlowEnd(String job, Instant since, String line) {}

  /** Those of a run. */
  public static List<SlowEnd> of(RunState run, Instant now) {
    List<SlowEnd> slow = new ArrayList<>();
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      if (job.phase().isActive() && job.attempt().killing().isPresent()) {
        job.attempt()
            .killedAt()
            .filter(since -> !since.plus(PATIENCE).isAfter(now))
            .ifPresent(
                since -> slow.add(new SlowEnd(spec.name(), since, line(spec, job, since, now))));
      }
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
}
