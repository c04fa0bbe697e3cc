// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.profile.run.Run;
import org.athanor.storage.decision.IntermediateData;
import org.athanor.storage.decision.JobProfile;
import org.athanor.storage.decision.StorageConfiguration;

/**
 * The runs of an application in storage configurations that can be compared: they differ in the
 * configuration and in the size of the input only. If runs under several conditions are known,
 * those count that cover most configurations, and of these the newest.
 */
final class ApplicationRuns {
  private final List<Measured> runs;
  private final int leftOut;

  /** A run in a storage configuration, with an input of a known size above 0. */
  private record Measured(Run run, StorageConfiguration storage, long inputBytes) {
    static Optional<Measured> of(Run run) {
      return Optional.ofNullable(run.configuration().settings().get(StorageConfiguration.SETTING))
          .flatMap(StorageConfiguration::of)
          .filter(storage -> run.input().bytes().orElse(0) > 0)
          .map(storage -> new Measured(run, storage, run.input().bytes().getAsLong()));
    }

    /** What must be equal, as keys of a map. */
    List<Object> conditions() {
      Map<String, String> settings = new HashMap<>(run.configuration().settings());
      settings.remove(StorageConfiguration.SETTING);
      return List.of(
          run.application().id(),
          run.configuration().framework(),
          run.configuration().fileSystem(),
          run.configuration().coresPerNode(),
          run.configuration().memoryBytesPerNode(),
          settings,
          run.cluster().id());
    }
  }

  /** The median time of a configuration, and of how many runs it is. */
  record Time(double seconds, int runs) {
    static Time of(List<Double> seconds) {
      List<Double> sorted = seconds.stream().sorted().toList();
      int half = sorted.size() / 2;
      double median = (sorted.get((sorted.size() - 1) / 2) + sorted.get(half)) / 2;
      return new Time(median, sorted.size());
    }
  }

  /**
   * Times of configurations with inputs of one size.
   *
   * @param inputBytes above 0
   */
  record Times(long inputBytes, Map<StorageConfiguration, Time> byConfiguration) {}

  private ApplicationRuns(List<Measured> runs, int leftOut) {
    this.runs = runs;
    this.leftOut = leftOut;
  }

  /** Takes those of an application's runs that can be compared; empty if there are none. */
  static Optional<ApplicationRuns> of(List<Run> all) {
    List<Measured> measured = all.stream().flatMap(run -> Measured.of(run).stream()).toList();
    return measured.stream().collect(Collectors.groupingBy(Measured::conditions)).values().stream()
        .max(
            Comparator.comparingLong(ApplicationRuns::configurations)
                .thenComparing(
                    group ->
                        group.stream()
                            .map(one -> one.run().execution().started())
                            .max(Comparator.naturalOrder())
                            .orElseThrow()))
        .map(group -> new ApplicationRuns(group, measured.size() - group.size()));
  }

  private static long configurations(List<Measured> runs) {
    return runs.stream().map(Measured::storage).distinct().count();
  }

  /** How many runs in storage configurations are under other conditions. */
  int leftOut() {
    return leftOut;
  }

  /** One of the runs, for what is equal in all of them. */
  Run example() {
    return runs.get(0).run();
  }

  /**
   * The times at the size that is nearest to that of an input by ratio, of the sizes with most
   * configurations.
   *
   * @param inputBytes above 0
   */
  Times nearest(long inputBytes) {
    Map<Long, List<Measured>> sizes =
        runs.stream()
            .collect(
                Collectors.groupingBy(Measured::inputBytes, TreeMap::new, Collectors.toList()));
    long most = sizes.values().stream().mapToLong(ApplicationRuns::configurations).max().orElse(0);
    long size =
        sizes.entrySet().stream()
            .filter(entry -> configurations(entry.getValue()) == most)
            .map(Map.Entry::getKey)
            .min(Comparator.comparingDouble(some -> Math.abs(Math.log((double) some / inputBytes))))
            .orElseThrow();
    Map<StorageConfiguration, List<Double>> seconds = new EnumMap<>(StorageConfiguration.class);
    for (Measured one : sizes.get(size)) {
      seconds
          .computeIfAbsent(one.storage(), storage -> new ArrayList<>())
          .add(one.run().execution().wallSeconds());
    }
    Map<StorageConfiguration, Time> times = new EnumMap<>(StorageConfiguration.class);
    seconds.forEach((storage, all) -> times.put(storage, Time.of(all)));
    return new Times(size, times);
  }

  /** The intermediate data of all runs that say how much they had. */
  IntermediateData intermediate() {
    return new IntermediateData(
        runs.stream()
            .filter(one -> one.run().execution().intermediateBytes().isPresent())
            .map(
                one ->
                    new IntermediateData.Run(
                        one.inputBytes(), one.run().execution().intermediateBytes().getAsLong()))
            .toList());
  }

  /** What the chooser needs to know for an input of a size above 0. */
  JobProfile profile(long inputBytes) {
    Map<StorageConfiguration, Double> seconds = new EnumMap<>(StorageConfiguration.class);
    nearest(inputBytes)
        .byConfiguration()
        .forEach((storage, time) -> seconds.put(storage, time.seconds()));
    return new JobProfile(seconds, intermediate());
  }
}
