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
 * Enters the trials of an experiment into the catalogue. It enters the trials that count, disturbed
 * ones with the reason. It removes a disturbed trial that a later attempt superseded. Trials that
 * the catalogue already has stay unchanged, so trials may be written twice, for example after a
 * resume.
 *
 * <p>The catalogue is opened for each call, so that it is not open for the hours between trials.
 * Thread-safe.
 */
public final class CatalogueWriter {
  private final CatalogueLocation location;

  public CatalogueWriter(CatalogueLocation location) {
    this.location = location;
  }

  /**
   * Enters a trial, or removes it if it has been superseded. Call this after each trial, and again
   * for a trial that has been superseded.
   *
   * @return one line that says why the catalogue was not updated; the experiment can go on, and its
   *     user should see the line
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
