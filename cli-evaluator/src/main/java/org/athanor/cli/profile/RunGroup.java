// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.Measure;
import org.athanor.profile.RunFilter;
import org.athanor.profile.Typical;

/**
 * Runs that are alike, and their wall times.
 *
 * @param spread of the undisturbed ones, of all if there are none, in seconds
 */
record RunGroup(Typical.Group group, long runs, long disturbedRuns, Typical.Spread spread) {

  static List<RunGroup> of(Catalogue catalogue, RunFilter filter) throws CatalogueException {
    Map<Typical.Group, Typical.Spread> undisturbed = new HashMap<>();
    for (Typical typical : catalogue.medians(filter.onlyUndisturbed(), Measure.WALL_SECONDS)) {
      undisturbed.put(typical.group(), typical.spread());
    }
    return catalogue.medians(filter, Measure.WALL_SECONDS).stream()
        .map(all -> of(all, undisturbed.get(all.group())))
        .toList();
  }

  /** An experiment may enter runs between the two queries; so no number is below zero. */
  private static RunGroup of(Typical all, Typical.Spread undisturbed) {
    long runs = all.spread().runs();
    return undisturbed == null
        ? new RunGroup(all.group(), runs, runs, all.spread())
        : new RunGroup(all.group(), runs, Math.max(0, runs - undisturbed.runs()), undisturbed);
  }
}
