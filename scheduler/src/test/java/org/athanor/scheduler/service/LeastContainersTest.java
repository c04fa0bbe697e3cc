// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.athanor.scheduler.catalogue.MergedRuns;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterMonitors;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.FakeResourceManager;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.predict.MeasuredRun;
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
  static final Kind YARN =
      new Kind.Yarn(
          Path.of("conf"), List.of(URI.create("http://rm")), Optional.empty(), Optional.empty());

  private static Job job(String name, Program program, Map<String, String> settings) {
    Job.Rules rules =
        new Job.Rules(
            50, "p", Optional.empty(), Optional.empty(), Retries.NONE, Optional.empty(), false);
    return new Job(name, name, program, List.of(), List.of(), List.of(), settings, rules);
  }

  /** A job of type jar. */
  static JobSpec jar(String name, Map<String, String> settings) {
    return new JobSpec(name, job(name, JAR, settings), Path.of("/w"), Set.of(), List.of());
  }

  private static Resources least(Program program, Map<String, String> settings) {
    return least(program, settings, Map.of());
  }

  private static Resources least(
      Program program, Map<String, String> settings, Map<String, String> site) {
    return new LeastContainers(
            new One("one", YARN, 4),
            new LocalSite() {
              @Override
              public Optional<String> setting(Cluster cluster, String key) {
                return Optional.ofNullable(site.get(key));
              }
            })
        .of(job("j", program, settings), "one");
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

  /** A node of 4 vcores and 16 GiB; the master is one of 1.5 GiB. */
  @Test
  void theEngineNeedsItsMasterAndAWorker() {
    assertThat(engine()).isEqualTo(new Resources(4, 16384 * MIB, 0, 0));
    assertThat(engine("athanor.yarn.worker.memory", "2g", "athanor.threads", "2"))
        .isEqualTo(new Resources(3, (1536 + 2048) * MIB, 0, 0));
    assertThat(engine("athanor.yarn.worker.memory", "536870912"))
        .as("bytes, as the engine reads it")
        .isEqualTo(new Resources(4, (1536 + 512) * MIB, 0, 0));
    for (String none : List.of("0", "", "much")) {
      assertThat(engine("athanor.yarn.worker.memory", none)).isEqualTo(engine());
    }
    assertThat(engine("mapreduce.map.memory.mb", "9000"))
        .as("tasks are threads")
        .isEqualTo(engine());
    assertThat(engine("yarn.app.mapreduce.am.resource.mb", "400", "athanor.threads", "1"))
        .isEqualTo(new Resources(2, 16384 * MIB, 0, 0));
  }

  /** Two nodes of 8 vcores and 4 GiB, of which two vcores may be used, and all memory. */
  @Test
  void aLimitOfTheFileMakesNoNodeGreater() throws Exception {
    try (FakeResourceManager manager = new FakeResourceManager()) {
      Cluster one = new One("one", YARN, 1).clusters().get(0);
      Cluster limited =
          new Cluster(
              "one",
              new Kind.Yarn(
                  Path.of("conf"), List.of(manager.address()), Optional.empty(), Optional.empty()),
              new Cluster.Limits(OptionalDouble.of(2), OptionalLong.empty()),
              one.traits());
      try (ClusterMonitors monitors =
          ClusterMonitors.start(
              List.of(limited), tag -> false, ClusterMonitors.Settings.USUAL, Clock.systemUTC())) {
        assertThat(
                new LeastContainers(monitors, new LocalSite())
                    .of(job("j", JAR, Map.of("mapreduce.framework.name", "athanor")), "one"))
            .isEqualTo(new Resources(8, 4096 * MIB, 0, 0));
      }
    }
  }

  private static Resources engine(String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("mapreduce.framework.name", "athanor"));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return least(JAR, all);
  }

  @Test
  void whatTheJobDoesNotSayTheClusterSays() {
    Map<String, String> site = Map.of("yarn.app.mapreduce.am.resource.mb", "4096");
    assertThat(least(JAR, Map.of(), site)).isEqualTo(new Resources(2, 5120 * MIB, 0, 0));
    assertThat(least(JAR, Map.of("yarn.app.mapreduce.am.resource.mb", "512"), site))
        .isEqualTo(new Resources(2, 1536 * MIB, 0, 0));
    assertThat(
            least(
                SPARK,
                Map.of("spark.executor.memoryOverhead", "1g"),
                Map.of("spark.yarn.am.memory", "2g", "spark.yarn.am.memoryOverhead", "100")))
        .isEqualTo(new Resources(2, (2148 + 2048) * MIB, 0, 0));
    assertThat(
            least(
                SPARK,
                Map.of("spark.submit.deployMode", "cluster", "spark.driver.memory", "10g"),
                Map.of("spark.driver.cores", "2")))
        .isEqualTo(new Resources(3, (11264 + 1408) * MIB, 0, 0));
  }

  /** What YARN asks for is not asked of this machine, also if there is a YARN cluster, too. */
  @Test
  void theMinimumIsOfYarnClustersOnly() {
    Resources all = new Resources(8, 8 * MIB, 0, 0);
    ClusterState local = new ClusterState("here", all, all, List.of());
    ClusterState yarn = new ClusterState("lab", all, all, List.of());
    Resources uses = new Resources(1, MIB, 0, 0);
    Resources least = new Resources(2, 3 * MIB, 0, 0);
    PendingJob job =
        new PendingJob(
            "j",
            0,
            Set.of(),
            Instant.EPOCH,
            uses,
            PendingJob.Input.NONE,
            Map.of(
                "here", Offer.UNKNOWN, "lab", new Offer(Optional.empty(), Optional.empty(), least)),
            Optional.empty());
    assertThat(job.needs(local)).isEqualTo(uses);
    assertThat(job.needs(yarn)).isEqualTo(least);
    assertThat(job.mostNeeds(List.of(local, yarn))).isEqualTo(least);
    assertThat(job.mostNeeds(List.of(local))).isEqualTo(uses);
  }

  /** Else as many engines as there are cores would start at once, each with all cores. */
  @Test
  void anEngineOfThisMachineNeedsTheThreadsThatItIsTold() {
    LeastContainers here = new LeastContainers(new One("h", new Kind.Local(), 4), new LocalSite());
    assertThat(here.of(job("j", JAR, Map.of()), "h"))
        .isEqualTo(new Resources(4, 16384 * MIB, 0, 0));
    assertThat(here.of(job("j", JAR, Map.of("athanor.threads", "1")), "h"))
        .isEqualTo(new Resources(1, 4096 * MIB, 0, 0));
    assertThat(
            here.of(
                job("j", SPARK, Map.of("spark.executor.cores", "2", "spark.driver.memory", "10g")),
                "h"))
        .isEqualTo(new Resources(2, 11264 * MIB, 0, 0));
    assertThat(here.of(job("j", new Program.Shell(List.of("true")), Map.of()), "h"))
        .isEqualTo(Resources.NONE);
  }

  /** What it used elsewhere is no reason to reserve more than its driver may use, or less. */
  @Test
  void theShareOfThisMachineIsReservedAndNothingElse() {
    LeastContainers here = new LeastContainers(new One("h", new Kind.Local(), 4), new LocalSite());
    Job two = job("j", JAR, Map.of("athanor.threads", "2"));
    assertThat(here.needs(two, "h", new Resources(40, 1, 7, 9)))
        .isEqualTo(new Resources(2, 8192 * MIB, 7, 9));
    Resources uses = new Resources(3, 5, 7, 9);
    assertThat(here.needs(job("j", new Program.Shell(List.of("true")), Map.of()), "h", uses))
        .isEqualTo(uses);
    LeastContainers yarn = new LeastContainers(new One("y", YARN, 4), new LocalSite());
    assertThat(yarn.needs(two, "y", uses)).isEqualTo(new Resources(3, 2560 * MIB, 7, 9));
  }

  @Test
  void sharesOfThisMachineFitBesideEachOtherWhateverTheJobsUsedOnYarn() {
    MeasuredRun large =
        new MeasuredRun(
            "a",
            "lab",
            "",
            Instant.EPOCH,
            0,
            60,
            OptionalDouble.empty(),
            new Resources(40, 65536 * MIB, 0, 0));
    MergedRuns runs = new MergedRuns(List.of(large), List.of());
    Map<String, String> two = Map.of("athanor.threads", "2");
    assertThat(starts(new Kind.Local(), 4, two, runs)).isEqualTo(2);
    assertThat(starts(new Kind.Local(), 4, Map.of(), runs)).isEqualTo(1);
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
    assertThat(starts(new Kind.Local(), 2)).as("each uses all cores").isEqualTo(1);
    assertThat(starts(YARN, 1)).as("of a smaller cluster it uses all").isEqualTo(1);
  }

  private static long starts(Kind kind, double vcores) {
    return starts(kind, vcores, Map.of(), MergedRuns.NONE);
  }

  private static long starts(
      Kind kind, double vcores, Map<String, String> settings, MergedRuns runs) {
    Instant now = Instant.EPOCH;
    List<JobSpec> jobs =
        List.of(
            new JobSpec("a", job("a", JAR, settings), Path.of("/w"), Set.of(), List.of()),
            new JobSpec("b", job("b", JAR, settings), Path.of("/w"), Set.of(), List.of()));
    RunState run =
        Orchestrator.submit(new RunSpec("r", "w", now, Optional.empty(), jobs), now).state();
    ClusterSource clusters = new One("one", kind, vcores);
    Placement placement =
        new Placement(
            Policies.named("finish-time"),
            new Pools(List.of()),
            clusters,
            NETWORK,
            new Placement.Known(
                new CoreUse(),
                NodePowers.withoutCatalogue(clusters),
                new LeastContainers(clusters, new LocalSite())),
            1);
    return placement
        .decide(
            List.of(run),
            id -> Optional.empty(),
            Measurements.predictorOf(runs, List.of()),
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
  record One(String name, Kind kind, double vcores) implements ClusterSource {
    @Override
    public List<Cluster> clusters() {
      return List.of(
          new Cluster(
              name,
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
