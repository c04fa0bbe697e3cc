// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.scheduler.predict.MeasuredRun;

/**
 * A run of the catalogue, for the scheduler's predictions.
 *
 * @param attempt the tag of the attempt, if a scheduler entered it
 */
public record LearnedRun(Optional<String> attempt, MeasuredRun run) {

  private record Pair(String application, String cluster) {
    static Pair of(MeasuredRun run) {
      return new Pair(run.application(), run.cluster());
    }
  }

  /**
   * All runs that predictions are made from. A run that is the scheduler's own is taken once. Runs
   * that schedulers measured count before those of others, of the same application on the same
   * cluster: the latter were measured with other settings, and a change of settings makes earlier
   * runs count no more.
   *
   * @param own this scheduler's runs
   * @param attempts tags of them, which may be more
   */
  public static List<MeasuredRun> merged(
      List<MeasuredRun> own, Set<String> attempts, List<LearnedRun> learned) {
    List<LearnedRun> others =
        learned.stream()
            .filter(each -> each.attempt().filter(attempts::contains).isEmpty())
            .toList();
    Set<Pair> scheduled =
        Stream.concat(
                own.stream(),
                others.stream().filter(each -> each.attempt().isPresent()).map(LearnedRun::run))
            .map(Pair::of)
            .collect(Collectors.toSet());
    return Stream.concat(
            own.stream(),
            others.stream()
                .filter(
                    each -> each.attempt().isPresent() || !scheduled.contains(Pair.of(each.run())))
                .map(LearnedRun::run))
        .toList();
  }
}
