// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.scheduler.catalogue.MeasuredPower;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Candidate;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.predict.Source;
import org.athanor.scheduler.run.JobSpec;
import org.junit.jupiter.api.Test;

class EnergyForecastTest {
  private static final Instant NOW = Instant.parse("2026-11-27T06:00:00Z");

  /** Two nodes of 8 vcores each, of which a queue may use 4 at most. */
  private static final ClusterLoad LOAD =
      new ClusterLoad.Known(
          new Resources(4, 1L << 33, 0, 0),
          Resources.NONE,
          2,
          new Resources(8, 1L << 34, 0, 0),
          NOW,
          Optional.empty());

  private static Cluster cluster(String name, Optional<Power> power) {
    return new Cluster(
        name,
        new Kind.Yarn(Path.of("conf"), List.of(), Optional.of("q"), Optional.empty()),
        new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
        new Cluster.Traits(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            power,
            Optional.empty()));
  }

  private static final List<Cluster> CLUSTERS =
      List.of(
          cluster("a", Optional.of(new Power(100, 180))),
          cluster("b", Optional.of(new Power(50, 130))),
          cluster("dark", Optional.empty()));

  private static final ClusterSource SOURCE =
      new ClusterSource() {
        @Override
        public List<Cluster> clusters() {
          return CLUSTERS;
        }

        @Override
        public ClusterLoad load(String cluster) {
          return LOAD;
        }

        @Override
        public List<Application> applications(String cluster, String tag) {
          return List.of();
        }

        @Override
        public Optional<Application> application(String cluster, String id) {
          return Optional.empty();
        }
      };

  private final CoreUse use = new CoreUse();
  private final NodePowers powers = NodePowers.beforeCatalogue(SOURCE);
  private final EnergyForecast forecast = new EnergyForecast(SOURCE, use, powers);
  private final List<MeasuredRun> runs = new ArrayList<>();

  private void ran(String cluster, double seconds, OptionalDouble joules) {
    runs.add(new MeasuredRun("app", cluster, "same", NOW, 100, seconds, joules, Resources.NONE));
  }

  private Map<String, Prediction> joules() {
    return joules(job(Map.of()));
  }

  private static JobSpec job(Map<String, String> settings) {
    return LeastContainersTest.jar("app", settings);
  }

  private Map<String, Prediction> joules(JobSpec job) {
    JobPredictor predictor =
        new JobPredictor(new Predictor(runs, Duration.ofDays(1), 0.9), CLUSTERS);
    Map<String, Optional<Prediction>> seconds = new HashMap<>();
    for (Cluster cluster : CLUSTERS) {
      seconds.put(cluster.name(), predictor.seconds(job, cluster.name(), 100));
    }
    return forecast.joules(job, 100, seconds, predictor);
  }

  @Test
  void estimatesFromPowerSecondsAndBusyCores() {
    ran("a", 10, OptionalDouble.empty());
    ran("b", 30, OptionalDouble.empty());
    assertThat(joules()).as("nobody knows how many cores are busy").isEmpty();
    use.add(new CoreUse.Attempt("app", "a", 20, 10));
    Map<String, Prediction> joules = joules();
    // 80 W of 8 vcores: 10 W for each, of which 2 are busy for 10 s.
    assertThat(joules.get("a").middle()).isCloseTo(200, within(1e-9));
    assertThat(joules.get("a").source()).isEqualTo(Source.POWER);
    assertThat(joules.get("b").middle()).isCloseTo(600, within(1e-9));
    assertThat(joules).doesNotContainKey("dark");
  }

  @Test
  void neverComparesMeasuredWithEstimatedEnergy() {
    use.add(new CoreUse.Attempt("app", "a", 20, 10));
    ran("a", 10, OptionalDouble.of(5));
    ran("b", 30, OptionalDouble.empty());
    assertThat(joules()).as("estimates tell about both").containsOnlyKeys("a", "b");
    assertThat(joules().get("a").middle()).isCloseTo(200, within(1e-9));
    ran("dark", 30, OptionalDouble.of(7));
    Map<String, Prediction> measured = joules();
    assertThat(measured).containsOnlyKeys("a", "dark");
    assertThat(measured.values()).noneMatch(it -> it.source() == Source.POWER);
    assertThat(measured.get("a").middle()).isEqualTo(5);
  }

  /** What Hadoop's MapReduce keeps busy says nothing about the engine, on the same cluster. */
  @Test
  void eachFrameworkHasItsOwn() {
    ran("a", 10, OptionalDouble.empty());
    ran("a on Athanor", 4, OptionalDouble.empty());
    use.add(new CoreUse.Attempt("app", "a", 20, 10));
    JobSpec engine = job(Map.of("mapreduce.framework.name", "athanor"));
    assertThat(joules(engine)).isEmpty();
    use.add(new CoreUse.Attempt("app on Athanor", "a", 12, 4));
    // 10 W for each of 3 cores, for 4 s.
    assertThat(joules(engine).get("a").middle()).isCloseTo(120, within(1e-9));
    assertThat(joules().get("a").middle()).isCloseTo(200, within(1e-9));
  }

  @Test
  void saysWhyThereIsNone() {
    List<Candidate> candidates =
        List.of(candidate("a", true), candidate("b", false), candidate("dark", true));
    assertThat(forecast.explained(job(Map.of()).job(), candidates))
        .containsExactly(
            "energy is unavailable on a: how many cores the application keeps busy is known after"
                + " its first run",
            "energy is unavailable on b: the duration is not known",
            "energy is unavailable on dark: "
                + NodePowers.NOT_GIVEN
                + ", and the catalogue has not been read yet");
  }

  /** 96 W at most, of which 16 W are idle: 10 W for each of 8 vcores. */
  private static MeasuredPower.Known ofCatalogue(int runs) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      ids.add("0123456789abcde" + Integer.toHexString(i));
    }
    return new MeasuredPower.Known(
        new Power(16, 96), new MeasuredPower.Uses(0.1, 0.9), true, 0.034, ids);
  }

  @Test
  void takesThePowerOfTheCatalogueIfNoneIsGiven() {
    ran("dark", 10, OptionalDouble.empty());
    use.add(new CoreUse.Attempt("app", "dark", 20, 10));
    assertThat(joules()).doesNotContainKey("dark");
    powers.learned(Map.of("dark", ofCatalogue(3), "a", ofCatalogue(4)));
    assertThat(powers.of("a")).as("the file counts more").isInstanceOf(NodePower.Given.class);
    Map<String, Prediction> joules = joules();
    assertThat(joules).containsOnlyKeys("dark");
    assertThat(joules.get("dark").middle()).isCloseTo(200, within(1e-9));
    Candidate there =
        new Candidate("dark", Optional.empty(), Optional.of(joules.get("dark")), true, 0, true, 0);
    assertThat(forecast.explained(job(Map.of()).job(), List.of(there)))
        .containsExactly(
            "energy is estimated on dark with the power of 3 runs of the catalogue (01234567,"
                + " 01234567, 01234567) for packages and memory, on nodes 10 to 90 % busy, 3 % off in the"
                + " median");
  }

  /** The counters of processors see less than what the file of clusters says of whole nodes. */
  @Test
  void neverComparesGivenPowerWithThatOfTheCatalogue() {
    powers.learned(Map.of("dark", ofCatalogue(3)));
    for (String cluster : List.of("a", "dark")) {
      ran(cluster, 10, OptionalDouble.empty());
      use.add(new CoreUse.Attempt("app", cluster, 20, 10));
    }
    assertThat(joules()).as("as many, so the given one").containsOnlyKeys("a");
    assertThat(forecast.explained(job(Map.of()).job(), List.of(candidate("dark", true))))
        .containsExactly(
            "energy is unavailable on dark: energies of other clusters are known in another way, and"
                + " these are not compared");
  }

  private static Candidate candidate(String cluster, boolean known) {
    Optional<Prediction> seconds =
        known ? Optional.of(new Prediction(1, 1, 1, 0, Source.ESTIMATE, 0)) : Optional.empty();
    return new Candidate(cluster, seconds, Optional.empty(), true, 0, true, 0);
  }
}
