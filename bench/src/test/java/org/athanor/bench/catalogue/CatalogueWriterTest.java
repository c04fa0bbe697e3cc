// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.cluster.SystemInfo;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.SiteInfo;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.athanor.results.synthetic.Shape;
import org.athanor.results.synthetic.SyntheticExperiment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class CatalogueWriterTest {
  private static final TrialResult TRIAL = Trials.trial("spark", "sort", 2, 1, 10);

  @TempDir private Path directory;

  private CatalogueLocation location;
  private CatalogueWriter writer;

  @BeforeEach
  void prepare() {
    location = CatalogueLocation.of(directory.resolve("profile.db"));
    writer = new CatalogueWriter(location);
  }

  private List<Run> entered() throws CatalogueException {
    List<Run> runs = new ArrayList<>();
    try (Catalogue catalogue = Catalogue.open(location)) {
      catalogue.forEachRun(RunFilter.ALL, runs::add);
    }
    return runs;
  }

  private static Results of(TrialResult... trials) {
    return Trials.results("compare", "4.3.0", List.of(trials));
  }

  /** The trial with another attempt, disturbance or state; each attempt starts a minute later. */
  private static TrialResult attempt(
      int attempt, Optional<String> disturbance, boolean superseded) {
    return TRIAL.toBuilder()
        .attempt(attempt)
        .started(TRIAL.started().plus(Duration.ofMinutes(attempt - 1)))
        .disturbance(disturbance)
        .superseded(superseded)
        .phases(List.of(new Phase("map", -0.003, 4), new Phase("reduce", 4, 9)))
        .measures(Map.of("intermediate_data", Reading.of(1234, Unit.BYTES)))
        .build();
  }

  private static Results withWorkload(WorkloadInfo workload) {
    return of(TRIAL).toBuilder().workloads(List.of(workload)).build();
  }

  @Test
  void entersATrialWithAllItsValues() throws CatalogueException {
    TrialResult trial = attempt(2, Optional.of("backup"), false);
    assertThat(writer.write(of(trial), trial)).isEmpty();
    Run run = entered().get(0);
    assertThat(run.origin())
        .isEqualTo(new Origin("bench", "0.1.0", Optional.of("compare"), "spark-sort-2n-r1-a2"));
    assertThat(run.application().name()).isEqualTo("sort");
    assertThat(run.input().bytes()).isEqualTo(OptionalLong.of(Trials.INPUT_BYTES));
    assertThat(run.configuration().framework().kind()).isEqualTo("spark");
    assertThat(run.configuration().framework().version()).isEqualTo("4.3.0");
    assertThat(run.configuration().coresPerNode()).isEqualTo(2);
    assertThat(run.configuration().memoryBytesPerNode()).isEqualTo(6_000_000_000L);
    assertThat(run.execution().started()).isEqualTo(trial.started());
    assertThat(run.execution().wallSeconds()).isEqualTo(10);
    assertThat(run.execution().disturbance()).contains("backup");
    assertThat(run.execution().intermediateBytes()).hasValue(1234);
    assertThat(run.execution().phases())
        .containsExactly(
            new org.athanor.profile.run.Phase("map", 0, 4),
            new org.athanor.profile.run.Phase("reduce", 4, 9));
    assertThat(run.cluster().nodes()).isEqualTo(2);
    assertThat(run.cluster().groups().get(0).kind().memoryBytes() % (256 << 20)).isZero();
    assertThat(run.total(Resource.CPU_OWN_SECONDS)).isEqualTo(Amount.of(2 * 2 * 10));
    assertThat(run.total(Resource.IPC_RATIO)).isEqualTo(Amount.of(1.25));
    assertThat(run.total(Resource.ENERGY_DRAM_JOULES)).isEqualTo(Amount.unknown("no powercap"));
    assertThat(run.total(Resource.DISK_READ_BYTES)).isEqualTo(Amount.unknown("not recorded"));
  }

  @Test
  void entersWhereTheNodesAre() throws CatalogueException {
    assertThat(writer.write(of(TRIAL))).isEmpty();
    assertThat(entered().get(0).site()).isEqualTo(Site.UNKNOWN);
    TrialResult trial = attempt(2, Optional.empty(), false);
    SiteInfo site = new SiteInfo(Optional.of("lab"), Optional.of("ssd"), Optional.empty());
    assertThat(writer.write(at(site, 0.6, trial), trial)).isEmpty();
    assertThat(entered())
        .extracting(Run::site)
        .contains(
            new Site(
                Optional.of("lab"),
                Optional.of("ssd"),
                Optional.empty(),
                OptionalDouble.of(0.6),
                Site.Scheduling.UNKNOWN));
  }

  /** The first node has a quota. */
  private static Results at(SiteInfo site, double quota, TrialResult trial) {
    Results results = of(trial);
    List<NodeInfo> nodes = new ArrayList<>(results.nodes());
    SystemInfo all = nodes.get(0).system();
    SystemInfo limited =
        new SystemInfo(
            all.host(),
            all.operatingSystem(),
            all.kernel(),
            all.architecture(),
            all.cpuModel(),
            1,
            all.memoryBytes(),
            all.governor(),
            all.virtualization(),
            all.java(),
            all.javaHome(),
            Optional.of(quota));
    nodes.set(0, new NodeInfo(nodes.get(0).name(), limited, Map.of()));
    return results.toBuilder().nodes(nodes).site(Optional.of(site)).build();
  }

  @Test
  void aLayoutThatIsNotTheDefaultIsAnotherConfiguration() throws CatalogueException {
    TrialResult trial = Trials.onStorage(TRIAL, "ssd");
    writer.write(Trials.weak(of(trial)), trial);
    Run run = entered().get(0);
    assertThat(run.input().bytes()).isEqualTo(OptionalLong.of(2 * Trials.INPUT_BYTES));
    assertThat(run.application().parameters()).isEmpty();
    assertThat(run.configuration().settings())
        .containsEntry("layout", "dedicated master, 2 workers and 8 tasks per node")
        .containsEntry("storage.data", "/ssd");
  }

  @Test
  void warmNodesAreAnotherConfiguration() throws CatalogueException {
    Results warm =
        of(TRIAL).toBuilder()
            .warm(Optional.of(new WarmInfo(Optional.of(1_000_000_000L), false)))
            .build();
    writer.write(warm, TRIAL);
    assertThat(entered().get(0).configuration().settings())
        .containsEntry("warm", "1.00 GB of memory");
  }

  @Test
  void buildsOfOneVersionAreDifferentConfigurations() throws CatalogueException {
    writer.write(Trials.withBuild("a1", of(attempt(1, Optional.empty(), false))));
    writer.write(Trials.withBuild("b2", of(attempt(2, Optional.empty(), false))));
    assertThat(entered())
        .extracting(run -> run.configuration().settings().get("build"))
        .containsExactly("a1", "b2");
    assertThat(entered()).extracting(run -> run.configuration().id()).doesNotHaveDuplicates();
  }

  @Test
  void intermediateDataThatAreNotKnownAreNotZero() throws CatalogueException {
    writer.write(of(TRIAL), TRIAL);
    assertThat(entered().get(0).execution().intermediateBytes()).isEmpty();
  }

  @Test
  void configurationsOfStorageAreDifferentConfigurations() throws CatalogueException {
    writer.write(withStorage("config-1", attempt(1, Optional.empty(), false)));
    writer.write(withStorage("config-2", attempt(2, Optional.empty(), false)));
    assertThat(entered())
        .extracting(run -> run.configuration().settings().get("storage"))
        .containsExactly("config-1", "config-2");
    assertThat(entered()).extracting(run -> run.configuration().id()).doesNotHaveDuplicates();
  }

  private static Results withStorage(String id, TrialResult trial) {
    Results results = of(trial);
    FrameworkInfo framework = results.frameworks().get(0);
    return results.toBuilder()
        .frameworks(
            List.of(
                new FrameworkInfo(
                    framework.label(),
                    framework.kind(),
                    framework.version(),
                    framework.mode(),
                    framework.java(),
                    Map.of("storage", id))))
        .build();
  }

  /**
   * A new total needs a resource, and that needs a migration: see docs/profile.md. The catalogue
   * has each node's ratios of hardware events, but not the counts from which they are computed.
   */
  @Test
  void everyTotalHasAResource() {
    List<Total> without =
        List.of(
            Total.DISK_READS,
            Total.DISK_WRITES,
            Total.LUSTRE_READ,
            Total.LUSTRE_WRITTEN,
            Total.LUSTRE_READS,
            Total.LUSTRE_WRITES,
            Total.LUSTRE_METADATA,
            Total.NFS_READ,
            Total.NFS_WRITTEN,
            Total.NFS_READS,
            Total.NFS_WRITES,
            Total.NFS_METADATA,
            Total.ENERGY_UNCORE,
            Total.BRANCHES,
            Total.BRANCHES_MISSED,
            Total.L1_LOADS,
            Total.L1_LOADS_MISSED,
            Total.L2_ACCESSES,
            Total.L2_ACCESSES_MISSED,
            Total.L3_ACCESSES,
            Total.L3_ACCESSES_MISSED);
    assertThat(Total.values())
        .allSatisfy(
            total ->
                assertThat(TrialRun.resource(total).isPresent())
                    .isEqualTo(!without.contains(total)));
    assertThat(Resource.values()).hasSize(Total.values().length - without.size());
  }

  @Test
  void entersEachTrialThatCountsOnce() throws Exception {
    Results results = SyntheticExperiment.write(Shape.rich(), directory.resolve("experiment"));
    long counting = results.trials().stream().filter(TrialResult::counts).count();
    assertThat(counting).isBetween(1L, results.trials().size() - 1L);
    for (TrialResult trial : results.trials()) {
      assertThat(writer.write(results, trial)).isEmpty();
    }
    assertThat(entered()).hasSize((int) counting);
    assertThat(writer.write(results)).isEmpty();
    assertThat(entered()).hasSize((int) counting);
  }

  @Test
  void leavesOutFailedTrialsAndWarmUps() {
    TrialResult failed = Trials.with(TRIAL, Outcome.WRONG_OUTPUT, "3 lines differ");
    TrialResult warmUp = Trials.trial("spark", "sort", 2, 0, 10);
    assertThat(writer.write(of(failed, warmUp))).isEmpty();
    assertThat(location.exists()).isFalse();
  }

  @Test
  void removesADisturbedAttemptThatALaterOneSuperseded() throws CatalogueException {
    TrialResult disturbed = attempt(1, Optional.of("backup"), false);
    writer.write(of(disturbed), disturbed);
    assertThat(entered()).hasSize(1);

    TrialResult superseded = attempt(1, Optional.of("backup"), true);
    TrialResult second = attempt(2, Optional.empty(), false);
    assertThat(writer.write(of(superseded, second))).isEmpty();
    assertThat(entered())
        .singleElement()
        .satisfies(run -> assertThat(run.origin().trial()).isEqualTo("spark-sort-2n-r1-a2"));
  }

  @Test
  void theSizeIsNotAParameterIfItIsKnownInBytes() throws CatalogueException {
    Map<String, String> settings = Map.of("size", "1g", "iterations", "5");
    writer.write(withWorkload(new WorkloadInfo("sort", "pagerank", 7, "graph", settings)));
    assertThat(entered().get(0).application())
        .isEqualTo(new Application("pagerank", Map.of("iterations", "5")));
  }

  @Test
  void distinguishesUsersCommandsByTheirLabels() throws CatalogueException {
    writer.write(withWorkload(new WorkloadInfo("sort", "command", Map.of("run", "x.sh"))));
    assertThat(entered().get(0).application())
        .isEqualTo(new Application("sort", Map.of("run", "x.sh")));
    assertThat(entered().get(0).input().bytes()).isEmpty();
  }

  @Test
  void reportsACatalogueThatCannotBeUsed() throws IOException {
    Path file = Files.writeString(directory.resolve("text.db"), "no database ".repeat(100));
    assertThat(new CatalogueWriter(CatalogueLocation.of(file)).write(of(TRIAL), TRIAL))
        .contains(
            "catalogue "
                + file
                + " is damaged or not an SQLite database; move it away so that a new one is"
                + " created, or name another one (--catalogue, ATHANOR_PROFILE)");
  }

  @Test
  void reportsATrialThatDoesNotBelongToItsExperiment() {
    TrialResult strange =
        TrialResult.builder(TRIAL.key(), "trials/x")
            .started(TRIAL.started())
            .wallSeconds(10)
            .nodes(List.of(new NodeUse("n9", Map.of(), "x.csv")))
            .build();
    assertThat(writer.write(of(TRIAL), strange))
        .contains(
            "trial spark-sort-2n-r1 is not entered into the catalogue: the experiment has no node"
                + " n9, only n1, n2");
  }
}
