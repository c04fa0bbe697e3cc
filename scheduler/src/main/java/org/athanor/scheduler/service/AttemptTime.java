// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.athanor.scheduler.catalogue.EndedAttempt;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;

/** How long attempts that succeeded took: the same for predictions and for their energy. */
final class AttemptTime {
  private AttemptTime() {}

  /**
   * From when its driver was told to go to the driver's end, or longer if its applications took
   * longer. It is not taken to have ended after the step: the clock of files may be wrong.
   *
   * @param directory of the attempt
   * @param before the job before the step in which it succeeded
   * @param after the job after it
   * @param event of the step
   * @param now the time of the step
   * @param resumed whether the driver may have ended while no scheduler worked
   * @return empty if that is not known, or before the start
   */
  static Optional<Duration> of(
      Path directory, JobState before, JobState after, Event event, Instant now, boolean resumed)
      throws IOException {
    Optional<Instant> driver = Optional.empty();
    if (resumed) {
      driver = Attempts.ended(directory);
    } else if (after.attempt().exitCode().isPresent()) {
      // The phase in which the ResourceManager is asked begins when the driver has ended.
      driver = Optional.of(before.phase() == Phase.CHECKING ? before.since() : now);
    }
    Instant started = after.attempt().started().orElseThrow();
    return EndedAttempt.duration(
        driver.map(end -> Duration.between(started, end)),
        event instanceof Event.Applications answer ? answer.span() : Optional.empty(),
        Duration.between(started, now));
  }
}
