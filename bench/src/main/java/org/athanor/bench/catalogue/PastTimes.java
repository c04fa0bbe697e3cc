// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Run;
import org.athanor.results.Results;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.TrialKey;

/**
 * How long runs of the catalogue took that are like the trials of an experiment: undisturbed runs
 * of the same application on an input of the same size, by the same framework, on nodes of the same
 * kinds. If some of them have the same configuration too, only those count. Immutable.
 */
public final class PastTimes {
  /** No times. */
  public static final PastTimes NONE = new PastTimes(Map.of());

  /** By a trial with the repetition 1. */
  private final Map<TrialKey, Past> times;

  private PastTimes(Map<TrialKey, Past> times) {
    this.times = Map.copyOf(times);
  }

  /**
   * The times of earlier runs.
   *
   * @param seconds their median, more than 0
   * @param runs how many there are, 1 or more
   * @param sameConfiguration whether they have the same version, mode, Java, settings, cores and
   *     memory; if not, only the kind of the framework is the same
   */
  public record Past(double seconds, int runs, boolean sameConfiguration) {}

  /** Collects the times of runs that are like one trial. */
  private static final class Collector {
    private final Application application;
    private final OptionalLong inputBytes;
    private final Configuration configuration;
    private final Cluster cluster;
    private final List<Double> same = new ArrayList<>();
    private final List<Double> like = new ArrayList<>();

    Collector(Results results, TrialKey combination) {
      WorkloadInfo workload =
          TrialRun.find(
              "workload", combination.workload(), results.workloads(), WorkloadInfo::label);
      this.application = TrialRun.application(workload);
      this.inputBytes = TrialRun.inputBytes(workload, combination);
      this.configuration = TrialRun.configuration(results, combination);
      this.cluster =
          Cluster.of(
              results.nodes().stream()
                  .skip(dedicatedMaster(results) ? 1 : 0)
                  .limit(combination.nodes())
                  .map(NodeInfo::system)
                  .map(TrialRun::kind)
                  .toList());
    }

    private static boolean dedicatedMaster(Results results) {
      return results.layout().filter(layout -> layout.master().equals("dedicated")).isPresent();
    }

    void add(Run run) {
      boolean matches =
          run.application().equals(application)
              && run.input().bytes().equals(inputBytes)
              && run.configuration().framework().kind().equals(configuration.framework().kind())
              && run.configuration().fileSystem().equals(configuration.fileSystem())
              && run.cluster().equals(cluster);
      if (matches) {
        boolean equal = run.configuration().equals(configuration);
        (equal ? same : like).add(run.execution().wallSeconds());
      }
    }

    Optional<Past> past() {
      List<Double> found = same.isEmpty() ? like : same;
      return found.isEmpty()
          ? Optional.empty()
          : Optional.of(new Past(median(found), found.size(), !same.isEmpty()));
    }
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /**
   * Reads the times for trials of an experiment. A catalogue that does not exist has none.
   *
   * @param results what the results of the experiment have besides trials
   */
  public static PastTimes read(
      CatalogueLocation location, Results results, Collection<TrialKey> trials)
      throws CatalogueException {
    Map<TrialKey, Collector> collectors = new HashMap<>();
    for (TrialKey key : trials) {
      collectors.computeIfAbsent(key.withRepetition(1), it -> new Collector(results, it));
    }
    Map<TrialKey, Past> times = new HashMap<>();
    if (location.exists()) {
      Set<String> applications =
          collectors.values().stream()
              .map(collector -> collector.application.name())
              .collect(Collectors.toSet());
      try (Catalogue catalogue = Catalogue.openForReading(location)) {
        for (String application : applications) {
          catalogue.forEachRun(
              RunFilter.ALL.withApplication(application).onlyUndisturbed(),
              run -> collectors.values().forEach(collector -> collector.add(run)));
        }
      }
    }
    collectors.forEach(
        (combination, collector) ->
            collector.past().ifPresent(past -> times.put(combination, past)));
    return new PastTimes(times);
  }

  /** The times of runs that are like a trial; empty if the catalogue has none. */
  public Optional<Past> of(TrialKey key) {
    return Optional.ofNullable(times.get(key.withRepetition(1)));
  }
}
