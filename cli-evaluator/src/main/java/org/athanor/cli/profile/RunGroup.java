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
 * Runs of the same application, configuration, cluster and input size, and their wall times.
 *
 * @param spread of the wall times in seconds: of undisturbed runs, or of all if all were disturbed
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

  /** Keeps numbers at 0 or more: an experiment may enter runs between the two queries. */
  private static RunGroup of(Typical all, Typical.Spread undisturbed) {
    long runs = all.spread().runs();
    return undisturbed == null
        ? new RunGroup(all.group(), runs, runs, all.spread())
        : new RunGroup(all.group(), runs, Math.max(0, runs - undisturbed.runs()), undisturbed);
  }
}
