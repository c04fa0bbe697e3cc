// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessLog;
import org.athanor.simulator.access.AccessLog.Entry;
import org.athanor.simulator.access.AccessLogException;
import org.athanor.simulator.access.AccessPlan.Round;
import org.athanor.simulator.access.AccessSummary;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.run.ClusterRun;
import org.athanor.simulator.run.Failures;
import org.athanor.simulator.run.NodeFailure;
import org.athanor.simulator.run.RunResult;
import org.athanor.simulator.run.Scenario;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Test;

/** The keys {@code clients} and {@code accesses}. */
class AccessesTest {
  private static final FileSpec OLD = new FileSpec("/old", 1 << 20, 1 << 19, 10);
  private static final FileSpec NEW = new FileSpec("/new", 3 << 20, 1 << 20, 1);

  private final Sources sources =
      new Sources(
          Sources.none().runs(),
          (audit, namespace, other) -> {
            if (!audit.getFileName().toString().equals("audit.log")) {
              throw new AccessLogException(audit.getFileName() + ", line 3: wrong");
            }
            assertThat(namespace).isEqualTo(Path.of("image.xml").toAbsolutePath());
            assertThat(other).isEqualTo(OptionalLong.of(1024));
            return new AccessLog(
                List.of(OLD),
                List.of(
                    new Entry(0, "a", false, OLD),
                    new Entry(4, "b", true, NEW),
                    new Entry(8, "c", false, NEW),
                    new Entry(8, "a", false, NEW)));
          });

  /** Without jobs: nodes need no containers. */
  private static ScenarioText storing(String lines) {
    String text = ScenarioText.valid().text();
    return new ScenarioText(text.substring(0, text.indexOf("jobs:")) + lines)
        .with("      containers: 2\n", "");
  }

  private static final String LOG =
      "accesses: {audit: audit.log, namespace: image.xml, size of unknown files: 1k";

  private Scenario log(String more) {
    ScenarioFile file = storing(LOG + more + "}\n").read(sources);
    assertThat(file.problems()).isEmpty();
    return file.variants().get(0).scenario();
  }

  private static List<Access> only(Scenario scenario) {
    List<Round> rounds = scenario.accesses().get(0).rounds();
    assertThat(rounds).hasSize(1);
    return rounds.get(0).accesses();
  }

  @Test
  void hostsOfALogAreDealtToNodes() {
    Scenario scenario = log(", speed: 2, divide bytes by: 2");
    assertThat(scenario.files()).containsExactly(new FileSpec("/old", 1 << 19, 1 << 19, 4));
    assertThat(only(scenario))
        .containsExactly(
            new Access.Read(0, 0, "/old"),
            new Access.Write(2, 1, new FileSpec("/new", 3 << 19, 1 << 20, 1)),
            new Access.Read(4, 2, "/new"),
            new Access.Read(4, 0, "/new"));
  }

  @Test
  void readersAnywhereDependOnTheSeed() {
    Scenario scenario = log(", readers: any");
    assertThat(only(scenario)).isEqualTo(only(log(", readers: any")));
    ScenarioFile other = storing(LOG + ", readers: any}\nseed: 5\n").read(sources);
    assertThat(only(scenario)).isNotEqualTo(only(other.variants().get(0).scenario()));
  }

  @Test
  void aLogRunsToItsEnd() {
    RunResult result = ClusterRun.run(log(""), job -> {});
    assertThat(AccessSummary.of(result.accesses(), false).accesses()).isEqualTo(3);
    assertThat(AccessSummary.of(result.accesses(), true).bytes()).isEqualTo(3 << 20);
    assertThat(result.makespan()).isBetween(8.0, 8.1);
  }

  @Test
  void whatIsWrongWithALogIsShownWithItsLine() {
    assertThat(storing(LOG.replace("audit.log", "other.log") + "}\n").read(sources).problems())
        .extracting(Problem::toString)
        .containsExactly("s.yaml:13: accesses: other.log, line 3: wrong");
    assertThat(storing("accesses: {audit: a}\n").problems())
        .containsExactly("s.yaml:13: accesses.namespace: is missing; must be a path");
  }

  @Test
  void whatHasChangedSinceItWasReadIsSaid() {
    AtomicInteger reads = new AtomicInteger();
    Sources changing =
        new Sources(
            Sources.none().runs(),
            (audit, namespace, otherBytes) -> {
              if (reads.getAndIncrement() > 0) {
                throw new AccessLogException("audit.log, line 3: wrong");
              }
              return sources.logs().read(audit, namespace, otherBytes);
            });
    Variant variant = storing(LOG + "}\n").read(changing).variants().get(0);
    for (int seed = 7; seed <= 8; seed++) {
      int other = seed;
      assertThatThrownBy(() -> variant.withSeed(other))
          .isInstanceOf(DrawingException.class)
          .hasMessage("with seed " + seed + ": s.yaml:13: accesses: audit.log, line 3: wrong");
    }
  }

  /**
   * Four nodes with disks of 80 MB/s for writing write 80 MB each to themselves, and so share
   * nothing: 1 s; 4 s later each reads 80 MB of another one's disk at 100 MB/s.
   */
  @Test
  void clientsWriteThenRead() {
    Scenario scenario =
        storing("clients: {size: 76m}\n")
            .with("block: 64m, replication: 2", "block: 128m, replication: 1")
            .scenario();
    RunResult result = ClusterRun.run(scenario, job -> {});
    AccessSummary writes = AccessSummary.of(result.accesses(), true);
    AccessSummary reads = AccessSummary.of(result.accesses(), false);
    double bytes = 76 << 20;
    assertThat(writes.accesses()).isEqualTo(4);
    assertThat(writes.throughput()).isCloseTo(80e6, within(1.0));
    assertThat(reads.throughput()).isCloseTo(100e6, within(1.0));
    assertThat(result.makespan()).isCloseTo(bytes / 80e6 + 4 + bytes / 100e6, within(1e-6));
    assertThat(result.accesses().subList(4, 8))
        .allSatisfy(read -> assertThat(read.path()).doesNotContain("/" + read.node() + "/"));
  }

  @Test
  void clientsOfFailedNodesFailAndTheRestGoesOn() {
    Scenario scenario =
        storing("clients: {size: 76m, files: 3, pause: 0s}\n")
            .scenario()
            .with(Failures.of(new NodeFailure(1, 2)));
    RunResult result = ClusterRun.run(scenario, job -> {});
    assertThat(result.accesses()).hasSize(24);
    assertThat(result.accesses())
        .allSatisfy(
            each -> {
              if (each.node() == 1) {
                assertThat(each.failure()).isEqualTo("its node has failed");
              }
            });
    assertThat(result.accesses().stream().filter(each -> !each.failed())).hasSizeBetween(9, 18);
    assertThat(result.losses().nodes()).isEqualTo(1);
  }

  @Test
  void jobsAndClientsShareTheCluster() {
    String text = "clients: {size: 64m, read: own}\n";
    RunResult both = ClusterRun.run(ScenarioText.valid().plus(text).scenario(), job -> {});
    RunResult jobs = ClusterRun.run(ScenarioText.valid().scenario(), job -> {});
    assertThat(both.jobs()).hasSize(1);
    assertThat(both.accesses()).hasSize(8);
    assertThat(both.makespan()).isGreaterThanOrEqualTo(jobs.makespan());
  }

  @Test
  void wrongClientsAreRefused() {
    assertThat(storing("clients: {files: 1}\n").problems())
        .containsExactly(
            "s.yaml:13: clients.size: is missing; must be a size such as 512m or 1.5g, 1 or more");
    assertThat(storing("clients: {size: 11g}\n").problems())
        .containsExactly(
            "s.yaml:13: clients.size=11g: the replicas of all files have more bytes than the devices;"
                + " must be at most 42949672960");
    assertThat(
            storing("clients: {size: 1m}\n")
                .with("count: 4", "count: 1")
                .with("racks: 2", "racks: 1")
                .with("replication: 2", "replication: 1")
                .problems())
        .containsExactly(
            "s.yaml:13: clients: a single node has no other to read from; set read: own or none");
  }
}
