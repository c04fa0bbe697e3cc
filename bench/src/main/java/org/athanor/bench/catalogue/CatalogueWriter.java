// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.catalogue;

import java.util.List;
import java.util.Optional;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Run;
import org.athanor.results.Results;
import org.athanor.results.TrialResult;

/**
 * Keeps the catalogue in step with an experiment. Trials that count are entered, those that were
 * disturbed with the reason; a disturbed one that a later attempt superseded is taken out again.
 * Whatever was entered before is left as it is, so writing twice, or after a resume, does no harm.
 *
 * <p>The catalogue is opened for each call: nothing is kept open for the hours between trials.
 * Thread-safe.
 */
public final class CatalogueWriter {
  private final CatalogueLocation location;

  public CatalogueWriter(CatalogueLocation location) {
    this.location = location;
  }

  /**
   * To be called after each trial, and once more for one that has been superseded.
   *
   * @return one line that says why the catalogue has not got the trial. An experiment goes on, and
   *     tells its user
   */
  public Optional<String> write(Results results, TrialResult trial) {
    return write(results, List.of(trial));
  }

  /** As {@link #write(Results, TrialResult)} for all trials of an experiment. */
  public Optional<String> write(Results results) {
    return write(results, results.trials());
  }

  private Optional<String> write(Results results, List<TrialResult> trials) {
    if (trials.stream().noneMatch(trial -> trial.counts() || trial.superseded())) {
      return Optional.empty();
    }
    try (Catalogue catalogue = Catalogue.open(location)) {
      Optional<String> problem = Optional.empty();
      for (TrialResult trial : trials) {
        Optional<String> mine = write(catalogue, results, trial);
        problem = problem.or(() -> mine);
      }
      return problem;
    } catch (CatalogueException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static Optional<String> write(Catalogue catalogue, Results results, TrialResult trial)
      throws CatalogueException {
    if (trial.superseded()) {
      catalogue.remove(TrialRun.id(results, trial));
    } else if (trial.counts()) {
      Run run;
      try {
        run = TrialRun.of(results, trial);
      } catch (IllegalArgumentException e) {
        return Optional.of(
            "trial %s is not entered into the catalogue: %s"
                .formatted(trial.key().id(), e.getMessage()));
      }
      catalogue.add(run);
    }
    return Optional.empty();
  }
}
