// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.measured;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Run;
import org.athanor.simulator.measured.MeasuredRun;
import org.athanor.simulator.measured.MeasuredRunException;
import org.athanor.simulator.measured.MeasuredRuns;
import org.athanor.yaml.text.Nearest;

/**
 * Undisturbed runs of the catalogue. Of those that match, it takes the newest and those that have
 * its application, configuration, cluster and size of input: the medians of these.
 */
public final class CatalogueRuns implements MeasuredRuns {
  private final CatalogueLocation location;
  private final Map<Wanted, MeasuredRun> known = new HashMap<>();

  public CatalogueRuns(CatalogueLocation location) {
    this.location = location;
  }

  @Override
  public MeasuredRun find(Wanted wanted) throws MeasuredRunException {
    MeasuredRun run = known.get(wanted);
    if (run == null) {
      run = new LikeRuns(like(select(wanted), wanted)).measured();
      known.put(wanted, run);
    }
    return run;
  }

  private List<Run> select(Wanted wanted) throws MeasuredRunException {
    if (!location.exists()) {
      throw new MeasuredRunException(
          "the " + location + " has no runs; athanor bench run enters them");
    }
    try (Catalogue catalogue = Catalogue.openForReading(location)) {
      List<String> applications = catalogue.applications();
      if (!applications.contains(wanted.application())) {
        throw new MeasuredRunException(
            Nearest.unknown("application", wanted.application(), applications));
      }
      RunFilter filter =
          RunFilter.ALL
              .withApplication(wanted.application())
              .withFramework(wanted.framework())
              .onlyUndisturbed();
      List<Run> runs = new ArrayList<>();
      catalogue.forEachRun(nearest(catalogue, filter, wanted), runs::add);
      runs.removeIf(run -> wanted.run().stream().anyMatch(id -> !run.id().startsWith(id)));
      if (runs.isEmpty()) {
        throw new MeasuredRunException(
            "the catalogue has no undisturbed run "
                + wanted.run().map(id -> id + "… ").orElse("")
                + "of "
                + wanted.application()
                + " by "
                + wanted.framework()
                + "; athanor profile show "
                + wanted.application()
                + " lists what it has");
      }
      return runs;
    } catch (CatalogueException unusable) {
      throw new MeasuredRunException(unusable.getMessage(), unusable);
    }
  }

  private static RunFilter nearest(Catalogue catalogue, RunFilter filter, Wanted wanted)
      throws CatalogueException {
    if (wanted.run().isPresent() || wanted.inputBytes().isEmpty()) {
      return filter;
    }
    OptionalLong size = catalogue.nearestInputBytes(filter, wanted.inputBytes().getAsLong());
    return size.isEmpty() ? filter : filter.withInputBytes(size.getAsLong(), size.getAsLong());
  }

  /** The newest run, and those that differ from it by chance only. */
  private static List<Run> like(List<Run> runs, Wanted wanted) throws MeasuredRunException {
    String parameters =
        runs.stream()
            .map(run -> run.application().parameters().toString())
            .distinct()
            .collect(Collectors.joining(" and "));
    Run newest = runs.get(runs.size() - 1);
    if (runs.stream().anyMatch(run -> !run.application().equals(newest.application()))) {
      throw new MeasuredRunException(
          "runs of "
              + wanted.application()
              + " have unlike parameters, "
              + parameters
              + "; choose one with the key run");
    }
    return runs.stream()
        .filter(run -> run.configuration().equals(newest.configuration()))
        .filter(run -> run.cluster().equals(newest.cluster()))
        .filter(run -> run.input().bytes().equals(newest.input().bytes()))
        .toList();
  }
}
