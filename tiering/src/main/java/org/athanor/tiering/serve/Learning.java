// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.tiering.history.FileUse;
import org.athanor.tiering.plan.Learner;
import org.athanor.tiering.plan.Periods;

/** Tells a learner what happens to files, and ends its periods by the times of the events. */
final class Learning implements FileUse.Listener {
  /** Clocks of two hosts differ by less. */
  static final Duration AHEAD = Duration.ofHours(1);

  private final Learner learner;
  private final Periods periods;
  private final LongSupplier nowMillis;
  private final Runnable accessed;
  private final BiConsumer<String, String> renamed;

  /**
   * Tells a learner.
   *
   * @param nowMillis the time, in milliseconds since 1970
   * @param accessed called for each access that counts
   * @param renamed takes the old and the new path of what was renamed
   */
  Learning(
      Learner learner,
      Periods periods,
      LongSupplier nowMillis,
      Runnable accessed,
      BiConsumer<String, String> renamed) {
    this.learner = learner;
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
    learner.created(path, timeMillis, 0);
  }

  @Override
  public void accessed(AccessEvent event) {
    reach(event.timeMillis());
    learner.accessed(event);
    accessed.run();
  }

  @Override
  public void deleted(String path) {
    learner.deleted(path);
  }

  @Override
  public void renamed(String from, String to) {
    learner.renamed(from, to);
    renamed.accept(from, to);
  }
}
