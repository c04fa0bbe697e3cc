// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * An application of YARN, as its ResourceManager knows it.
 *
 * @param id such as {@code application_1700000000000_0001}
 * @param tags in lower case, as ResourceManagers keep them
 * @param diagnostics what YARN or the framework says about its end, at most 4,000 characters; may
 *     be empty
 * @param use what it has used so far
 */
public record Application(
    String id,
    String name,
    String queue,
    Set<String> tags,
    State state,
    FinalStatus finalStatus,
    String diagnostics,
    Use use) {

  /** States of YARN. */
  public enum State {
    /** Not yet stored by the ResourceManager. */
    NEW,
    /** Being stored. */
    NEW_SAVING,
    /** Not yet accepted by the scheduler. */
    SUBMITTED,
    /** Waits for its first container. */
    ACCEPTED,
    /** Its master runs. */
    RUNNING,
    /** Its master has ended; {@link FinalStatus} says how the work did. */
    FINISHED,
    /** YARN gave it up. */
    FAILED,
    /** It was killed. */
    KILLED;

    /** Whether nothing of it will run again. */
    public boolean ended() {
      return this == FINISHED || this == FAILED || this == KILLED;
    }
  }

  /** What its master said about its work. */
  public enum FinalStatus {
    /** It has not ended. */
    UNDEFINED,
    /** It did its work. */
    SUCCEEDED,
    /** It did not. */
    FAILED,
    /** It was killed. */
    KILLED,
    /** A service that has ended. */
    ENDED
  }

  /**
   * Times and sums.
   *
   * @param submitted when it was submitted
   * @param launched when its master started; empty if it has not, or if the ResourceManager does
   *     not say
   * @param finished when it ended
   * @param vcoreSeconds of all containers, from 0
   * @param memoryMegabyteSeconds of all containers, from 0, in MiB × s
   */
  public record Use(
      Instant submitted,
      Optional<Instant> launched,
      Optional<Instant> finished,
      long vcoreSeconds,
      long memoryMegabyteSeconds) {}

  /**
   * Seconds that the first one of an attempt's waited for its first container; empty if that is not
   * known.
   */
  public static OptionalDouble queueSeconds(List<Application> applications) {
    return applications.stream()
        .map(Application::use)
        .min(Comparator.comparing(Use::submitted))
        .flatMap(use -> use.launched().map(launched -> Duration.between(use.submitted(), launched)))
        .filter(wait -> !wait.isNegative())
        .stream()
        .mapToDouble(wait -> wait.toMillis() / 1000.0)
        .findFirst();
  }

  /**
   * From the submission of an attempt's first one to the end of the last one, which the clock of
   * the ResourceManager alone says; empty if no end is known.
   */
  public static Optional<Duration> span(List<Application> applications) {
    Optional<Instant> first =
        applications.stream().map(each -> each.use().submitted()).min(Comparator.naturalOrder());
    return applications.stream()
        .flatMap(each -> each.use().finished().stream())
        .max(Comparator.naturalOrder())
        .map(last -> Duration.between(first.orElseThrow(), last));
  }

  /** Whether it has ended and done its work: the framework's word counts, not its driver's. */
  public boolean succeeded() {
    return state == State.FINISHED && finalStatus == FinalStatus.SUCCEEDED;
  }
}
