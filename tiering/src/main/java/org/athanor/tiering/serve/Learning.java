// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.tiering.history.FileUse;
import org.athanor.tiering.plan.FileEvents;
import org.athanor.tiering.plan.Periods;

/** Tells what happens to files, and ends its periods by the times of the events. */
final class Learning implements FileUse.Listener {
  /** Clocks of two hosts differ by less. */
  static final Duration AHEAD = Duration.ofHours(1);

  private final FileEvents events;
  private final Periods periods;
  private final LongSupplier nowMillis;
  private final Runnable accessed;
  private final BiConsumer<String, String> renamed;

  /**
   * Tells a learner, or others.
   *
   * @param nowMillis the time, in milliseconds since 1970
   * @param accessed called for each access that counts
   * @param renamed takes the old and the new path of what was renamed
   */
  Learning(
      FileEvents events,
      Periods periods,
      LongSupplier nowMillis,
      Runnable accessed,
      BiConsumer<String, String> renamed) {
    this.events = events;
    this.periods = periods;
    this.nowMillis = nowMillis;
    this.accessed = accessed;
    this.renamed = renamed;
  }

  /**
   * A line with a time far ahead, of a clock that was wrong, must not end periods that are to come.
   */
  private void reach(long millis) {
    if (millis <= nowMillis.getAsLong() + AHEAD.toMillis()) {
      periods.reach(millis);
    }
  }

  @Override
  public void created(String path, long timeMillis) {
    reach(timeMillis);
    events.created(path, timeMillis, 0);
  }

  @Override
  public void accessed(AccessEvent event) {
    reach(event.timeMillis());
    events.accessed(event);
    accessed.run();
  }

  @Override
  public void deleted(String path) {
    events.deleted(path);
  }

  @Override
  public void renamed(String from, String to) {
    events.renamed(from, to);
    renamed.accept(from, to);
  }
}
