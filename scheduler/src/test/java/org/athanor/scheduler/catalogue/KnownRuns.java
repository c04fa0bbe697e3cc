// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;

/**
 * Runs whose truth is known: an application takes intercept + slope × bytes, times a factor of the
 * choice, times noise.
 */
final class KnownRuns {
  static final double GB = 1e9;

  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

  private final Random random;
  private final double noise;
  private final List<Run> runs = new ArrayList<>();

  /**
   * Makes a maker of runs.
   *
   * @param noise the greatest relative error, from 0
   */
  KnownRuns(long seed, double noise) {
    this.random = new Random(seed);
    this.noise = noise;
  }

  /** An application: its seconds with factor 1. */
  record Truth(String name, double intercept, double secondsPerGb) {
    double seconds(double bytes, double factor) {
      return factor * (intercept + secondsPerGb * bytes / GB);
    }
  }

  KnownRuns add(Truth truth, String framework, String storage, double factor, double... gbs) {
    for (double gb : gbs) {
      double error = 1 + noise * (2 * random.nextDouble() - 1);
      double seconds = truth.seconds(gb * GB, factor) * error;
      // The slower a choice is, the less power it draws; 100 J/s with factor 1.
      Map<Resource, Amount> use =
          Map.of(
              Resource.CPU_OWN_SECONDS, Amount.of(seconds * 2),
              Resource.MEMORY_OWN_PEAK_BYTES, Amount.of(1e9),
              Resource.DISK_READ_BYTES, Amount.of(gb * GB),
              Resource.ENERGY_PACKAGE_JOULES, Amount.of(seconds * 100 / (factor * factor)));
      OptionalLong bytes = OptionalLong.of((long) (gb * GB));
      runs.add(run(truth.name(), framework, storage, bytes, seconds, use));
    }
    return this;
  }

  /** Adds a run whose size of input is not known. */
  KnownRuns addUnsized(String application, String storage, double seconds) {
    runs.add(
        run(
            application,
            "spark",
            storage,
            OptionalLong.empty(),
            seconds,
            Map.of(Resource.CPU_OWN_SECONDS, Amount.of(seconds))));
    return this;
  }

  private Run run(
      String application,
      String framework,
      String storage,
      OptionalLong bytes,
      double seconds,
      Map<Resource, Amount> use) {
    NodeKind kind = new NodeKind("x86_64", "Epyc", 8, 64L << 30, Optional.empty());
    return new Run(
        Run.idOf(List.of(Integer.toString(runs.size()))),
        new Origin("bench", "1", Optional.empty(), "t" + runs.size()),
        new Application(application, Map.of()),
        new Configuration(
            new Framework(framework, "4", "yarn", "17"), "hdfs", 8, 1 << 30, Map.of()),
        new Input("text", bytes),
        new Execution(
            START.plusSeconds(runs.size() * 3600L),
            seconds,
            Optional.empty(),
            List.of(),
            OptionalLong.empty()),
        List.of(new NodeUse("n1", kind, use), new NodeUse("n2", kind, use)),
        new Site(
            Optional.empty(),
            Optional.of(storage),
            Optional.empty(),
            OptionalDouble.empty(),
            Site.Scheduling.UNKNOWN));
  }

  List<Run> runs() {
    return List.copyOf(runs);
  }
}
