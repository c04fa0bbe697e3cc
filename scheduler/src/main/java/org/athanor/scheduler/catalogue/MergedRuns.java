// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.athanor.scheduler.predict.MeasuredRun;

/**
 * All runs that predictions are made from.
 *
 * @param ofSchedulers runs of jobs as they will be run again
 * @param ofOthers runs that were measured with other settings, such as by {@code bench}: they tell
 *     how times depend on sizes, and what is known where no scheduler has run the application
 */
public record MergedRuns(List<MeasuredRun> ofSchedulers, List<MeasuredRun> ofOthers) {
  /** No runs. */
  public static final MergedRuns NONE = new MergedRuns(List.of(), List.of());

  /** Makes it; the lists are copied. */
  public MergedRuns {
    ofSchedulers = List.copyOf(ofSchedulers);
    ofOthers = List.copyOf(ofOthers);
  }

  /**
   * Merges what a scheduler and the catalogue know. A run that is the scheduler's own is taken
   * once.
   *
   * @param own this scheduler's runs
   * @param attempts tags of them, which may be more
   */
  public static MergedRuns of(
      List<MeasuredRun> own, Set<String> attempts, List<LearnedRun> learned) {
    List<MeasuredRun> ofSchedulers = new ArrayList<>(own);
    List<MeasuredRun> ofOthers = new ArrayList<>();
    for (LearnedRun each : learned) {
      if (each.attempt().isEmpty()) {
        ofOthers.add(each.run());
      } else if (!attempts.contains(each.attempt().get())) {
        ofSchedulers.add(each.run());
      }
    }
    return new MergedRuns(ofSchedulers, ofOthers);
  }
}
