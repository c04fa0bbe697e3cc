// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Program;
import org.athanor.scheduler.workflow.Retries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeastContainersTest {
  private static final double MIB = 1 << 20;
  private static final Program JAR = new Program.Jar("a.jar", Optional.empty(), List.of());
  private static final Program SPARK = new Program.Spark("a.jar", Optional.empty(), List.of());
  private static final Kind YARN =
      new Kind.Yarn(
          Path.of("conf"), List.of(URI.create("http://rm")), Optional.empty(), Optional.empty());

  private static Job job(String name, Program program, Map<String, String> settings) {
    Job.Rules rules =
        new Job.Rules(
            50, "p", Optional.empty(), Optional.empty(), Retries.NONE, Optional.empty(), false);
    return new Job(name, name, program, List.of(), List.of(), List.of(), settings, rules);
  }

  private static Resources least(Program program, Map<String, String> settings) {
    return LeastContainers.of(job("j", program, settings));
  }

  @Test
  void anApplicationNeedsItsMasterAndATask() {
    assertThat(least(JAR, Map.of())).isEqualTo(new Resources(2, 2560 * MIB, 0, 0));
    assertThat(
            least(
                JAR,
                Map.of(
                    "yarn.app.mapreduce.am.resource.mb", "1000",
                    "mapreduce.reduce.memory.mb", "4096",
                    "mapreduce.map.cpu.vcores", "3")))
        .isEqualTo(new Resources(4, 5096 * MIB, 0, 0));
    assertThat(least(SPARK, Map.of())).isEqualTo(new Resources(2, (896 + 1408) * MIB, 0, 0));
    assertThat(least(SPARK, Map.of("spark.executor.memory", "8G", "spark.executor.cores", "4")))
        .isEqualTo(new Resources(5, (896 + 8192 * 1.1) * MIB, 0, 0));
    assertThat(least(new Program.Shell(List.of("true")), Map.of())).isEqualTo(Resources.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "", "much", "99999999999999999999", "0"})
  void takesDefaultsForWhatIsNoSize(String size) {
    assertThat(least(JAR, Map.of("mapreduce.map.memory.mb", size))).isEqualTo(least(JAR, Map.of()));
    assertThat(least(SPARK, Map.of("spark.executor.cores", size)))
        .isEqualTo(least(SPARK, Map.of()));
  }

  /** Two masters would take both vcores, and wait for a third one for ever. */
  @Test
  void twoApplicationsDoNotStartWhereOnlyTheirMastersHaveRoom() {
    assertThat(starts(YARN, 2)).isEqualTo(1);
    assertThat(starts(YARN, 3.5)).isEqualTo(1);
    assertThat(starts(YARN, 4)).isEqualTo(2);
    assertThat(starts(new Kind.Local(), 2)).isEqualTo(2);
    assertThat(starts(YARN, 1)).as("of a smaller cluster it uses all").isEqualTo(1);
  }

  private static long starts(Kind kind, double vcores) {
    Instant now = Instant.EPOCH;
    List<JobSpec> jobs =
        List.of(
            new JobSpec("a", job("a", JAR, Map.of()), Path.of("/w"), Set.of(), List.of()),
            new JobSpec("b", job("b", JAR, Map.of()), Path.of("/w"), Set.of(), List.of()));
    RunState run =
        Orchestrator.submit(new RunSpec("r", "w", now, Optional.empty(), jobs), now).state();
    Placement placement =
        new Placement(
            Policies.named("finish-time"),
            new Pools(List.of()),
            new One(kind, vcores),
            NETWORK,
            new CoreUse(),
            1);
    return placement
        .decide(
            List.of(run),
            id -> Optional.empty(),
            Measurements.predictorOf(List.of()),
            key -> InputFacts.NONE,
            now)
        .stream()
        .filter(decided -> decided.decision() instanceof Decision.Start)
        .count();
  }

  private static final View.Network NETWORK =
      new View.Network() {
        @Override
        public double bytesPerSecond(String from, String to) {
          return 1e8;
        }

        @Override
        public double remoteReadPart() {
          return 1;
        }
      };

  /** A cluster on which nothing runs. */
  private record One(Kind kind, double vcores) implements ClusterSource {
    @Override
    public List<Cluster> clusters() {
      return List.of(
          new Cluster(
              "one",
              kind,
              new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
              new Cluster.Traits(
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  OptionalDouble.empty(),
                  OptionalDouble.empty(),
                  Optional.empty(),
                  Optional.empty())));
    }

    @Override
    public ClusterLoad load(String cluster) {
      return new ClusterLoad.Known(
          new Resources(vcores, 16384 * MIB, 0, 0),
          Resources.NONE,
          1,
          Instant.EPOCH,
          Optional.empty());
    }

    @Override
    public List<Application> applications(String cluster, String tag) {
      return List.of();
    }

    @Override
    public Optional<Application> application(String cluster, String id) {
      return Optional.empty();
    }
  }
}
