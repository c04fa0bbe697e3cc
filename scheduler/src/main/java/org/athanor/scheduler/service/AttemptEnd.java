// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;

/** When attempts that succeeded ended: the same for their durations and for their energy. */
final class AttemptEnd {
  private AttemptEnd() {}

  /**
   * The end of the driver, or of the last application if that came later. It is not taken to be
   * after the step: clocks of ResourceManagers and of files may be wrong.
   *
   * @param directory of the attempt
   * @param before the job before the step in which it succeeded
   * @param after the job after it
   * @param event of the step
   * @param now the time of the step
   * @param resumed whether the driver may have ended while no scheduler worked
   * @return empty if that is not known, or before the start
   */
  static Optional<Instant> of(
      Path directory, JobState before, JobState after, Event event, Instant now, boolean resumed)
      throws IOException {
    Optional<Instant> driver = Optional.empty();
    if (resumed) {
      driver = Attempts.ended(directory);
    } else if (after.attempt().exitCode().isPresent()) {
      // The phase in which the ResourceManager is asked begins when the driver has ended.
      driver = Optional.of(before.phase() == Phase.CHECKING ? before.since() : now);
    }
    Optional<Instant> applications =
        event instanceof Event.Applications answer ? answer.finished() : Optional.empty();
    return Stream.concat(driver.stream(), applications.stream())
        .max(Comparator.naturalOrder())
        .map(end -> end.isAfter(now) ? now : end)
        .filter(end -> !end.isBefore(after.attempt().started().orElseThrow()));
  }
}
