// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Servers that did not answer, and until when each is left alone: for a pause that doubles with
 * each question in vain, up to a minute. Thread-safe.
 */
public final class Silences {
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Duration first;
  private final InstantSource clock;
  private final Map<String, Silence> silent = new ConcurrentHashMap<>();

  /**
   * A server that did not answer.
   *
   * @param until nothing is asked
   * @param pause before that
   */
  private record Silence(Instant until, Duration pause) {}

  /**
   * Makes it.
   *
   * @param first pause, more than 0
   * @param clock that nobody sets
   */
  public Silences(Duration first, InstantSource clock) {
    this.first = first;
    this.clock = clock;
  }

  /** Until when a server is left alone; empty if it may be asked now. */
  public Optional<Instant> until(String server) {
    return Optional.ofNullable(silent.get(server))
        .map(Silence::until)
        .filter(until -> until.isAfter(clock.instant()));
  }

  /**
   * A server did not answer. Several questions at once lengthen the pause once.
   *
   * @return whether that is new: it answered the question before, or this was the first one
   */
  public boolean unanswered(String server) {
    Instant now = clock.instant();
    AtomicBoolean isNew = new AtomicBoolean();
    silent.compute(
        server,
        (name, last) -> {
          isNew.set(last == null);
          if (last != null && last.until().isAfter(now)) {
            return last;
          }
          Duration pause = last == null ? first : doubled(last.pause());
          return new Silence(now.plus(pause), pause);
        });
    return isNew.get();
  }

  /** A server answered. */
  public void answered(String server) {
    silent.remove(server);
  }

  /** The pause after one, a minute at most. */
  public static Duration doubled(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
  }
}
