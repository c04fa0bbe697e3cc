// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.athanor.scheduler.ledger.Resources;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what is made of the answers of ResourceManagers, good and bad ones. */
class YarnClusterTest {
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
  private static final double GIB = 1 << 30;
  private static final String OURS =
      """
      {"id": "application_1_0001", "name": "clean", "queue": "root.a", "state": "RUNNING",
       "finalStatus": "UNDEFINED", "applicationTags": "other,ATHANOR-r1-clean-1",
       "startedTime": 1000, "launchTime": 3000, "finishedTime": 0, "allocatedMB": 1024,
       "allocatedVCores": 2, "vcoreSeconds": 20, "memorySeconds": 300, "diagnostics": ""}
      """;
  private static final String THEIRS =
      """
      {"id": "application_1_0002", "name": "theirs", "queue": "a", "state": "RUNNING",
       "finalStatus": "UNDEFINED", "applicationTags": "", "startedTime": 1000,
       "allocatedMB": 2048, "allocatedVCores": 5}
      """;
  private static final String WAITS =
      """
      {"id": "application_1_0003", "name": "waits", "queue": "a", "state": "ACCEPTED",
       "finalStatus": "UNDEFINED", "applicationTags": "athanor-r1-count-1", "startedTime": 1000,
       "allocatedMB": -1, "allocatedVCores": -1}
      """;

  private static final Duration LONG = Duration.ofMinutes(2); // also on a loaded machine

  private FakeResourceManager manager;

  @BeforeEach
  void start() throws Exception {
    manager = new FakeResourceManager();
  }

  @AfterEach
  void stop() {
    manager.close();
  }

  private static YarnCluster cluster(String queue, String label, URI... addresses) {
    Kind.Yarn kind =
        new Kind.Yarn(
            Path.of("conf"),
            Arrays.asList(addresses),
            Optional.of(queue).filter(some -> !some.isEmpty()),
            Optional.of(label).filter(some -> !some.isEmpty()));
    return new YarnCluster(kind, tag -> tag.startsWith("athanor-"), LONG);
  }

  private ClusterLoad.Known load(String queue, String label) throws Exception {
    return cluster(queue, label, manager.address()).load(NOW);
  }

  private void apps(String... apps) {
    manager.answer("/apps", "{\"apps\": {\"app\": [" + String.join(",", apps) + "]}}");
  }

  private static Resources hard(double vcores, double gib) {
    return new Resources(vcores, gib * GIB, 0, 0);
  }

  private void assertTrouble(String message) {
    assertThatExceptionOfType(ClusterUnavailableException.class)
        .isThrownBy(() -> load("", ""))
        .withMessage("ResourceManager " + manager.address() + " " + message);
  }

  @Test
  void countsAsForeignWhatHasNoTagOfOurs() throws Exception {
    apps(OURS, THEIRS, WAITS);
    ClusterLoad.Known load = load("", "");
    assertThat(load.total()).isEqualTo(hard(16, 8));
    assertThat(load.foreign()).isEqualTo(hard(5, 2));
    assertThat(load.nodes()).isEqualTo(2);
    assertThat(load.at()).isEqualTo(NOW);
  }

  @Test
  void allIsForeignWithoutApplicationsOfOurs() throws Exception {
    assertThat(load("", "").foreign()).isEqualTo(hard(7, 3));
    manager.answer("/apps", "{\"apps\": \"\"}");
    assertThat(load("", "").foreign()).isEqualTo(hard(7, 3));
    manager.answer("/apps", "{\"apps\": {}}");
    assertThat(load("", "").foreign()).isEqualTo(hard(7, 3));
  }

  @Test
  void limitsACapacitySchedulersQueue() throws Exception {
    apps(OURS, THEIRS);
    manager.answer(
        "/scheduler",
        """
        {"scheduler": {"schedulerInfo": {"type": "capacityScheduler", "queueName": "root",
          "queues": {"queue": [
            {"queueName": "a", "queuePath": "root.a", "absoluteMaxCapacity": 50.0,
             "resourcesUsed": {"memory": 3072, "vCores": 7}},
            {"queueName": "b", "absoluteMaxCapacity": 100.0,
             "resourcesUsed": {"memory": 0, "vCores": 0}}]}}}}
        """);
    ClusterLoad.Known a = load("a", "");
    assertThat(a.total()).isEqualTo(hard(8, 4));
    assertThat(a.foreign()).isEqualTo(hard(5, 2));
    // What others use of the cluster cannot be had in b either: ours runs in a.
    ClusterLoad.Known b = load("root.b", "");
    assertThat(b.total()).isEqualTo(hard(16, 8));
    assertThat(b.foreign()).isEqualTo(hard(7, 3));
    assertThatThrownBy(() -> load("c", ""))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessage("queue c: unknown queue; allowed root, root.a, root.b");
  }

  @Test
  void limitsAFairSchedulersQueue() throws Exception {
    manager.answer(
        "/scheduler",
        """
        {"scheduler": {"schedulerInfo": {"type": "fairScheduler", "rootQueue": {
          "queueName": "root", "maxResources": {"memory": 8192, "vCores": 16},
          "usedResources": {"memory": 3072, "vCores": 7},
          "childQueues": {"queue": {"queueName": "root.a",
            "maxResources": {"memory": 4096, "vCores": 99},
            "usedResources": {"memory": 1024, "vCores": 1}}}}}}}
        """);
    ClusterLoad.Known load = load("a", "");
    assertThat(load.total()).isEqualTo(hard(16, 4));
    assertThat(load.foreign()).isEqualTo(hard(7, 1));
  }

  @Test
  void sumsUpTheNodesWithALabel() throws Exception {
    String node =
        """
        {"id": "%s:1", "state": "RUNNING", "usedMemoryMB": 1024, "availMemoryMB": 3072,
         "usedVirtualCores": 1, "availableVirtualCores": 7, "nodeLabels": [%s]}
        """;
    manager.answer(
        "/nodes",
        "{\"nodes\": {\"node\": ["
            + node.formatted("n1", "\"ssd\"")
            + ","
            + node.formatted("n2", "")
            + ","
            + node.formatted("n3", "\"ssd\"")
            + "]}}");
    ClusterLoad.Known load = load("", "ssd");
    assertThat(load.total()).isEqualTo(hard(16, 8));
    assertThat(load.foreign()).isEqualTo(hard(2, 2));
    assertThat(load.nodes()).isEqualTo(2);
    // Spark's applications have a label for their masters, and one for their executors.
    apps(OURS.replace("{\"id\"", "{\"amNodeLabelExpression\": \"ssd\", \"id\""));
    assertThat(load("", "ssd").foreign()).isEqualTo(hard(0, 1));
    assertThat(load("", "").foreign()).as("of the others, nothing is ours").isEqualTo(hard(7, 3));
    apps(OURS.replace("{\"id\"", "{\"amNodeLabelExpression\": \"hdd\", \"id\""));
    assertThat(load("", "ssd").foreign()).isEqualTo(hard(2, 2));
    assertThatThrownBy(() -> load("", "hdd"))
        .hasMessageContaining("no node that runs has the label hdd");
  }

  /** The ResourceManager's amounts are of the nodes without a label; its number of nodes is not. */
  @Test
  void countsTheNodesWithoutALabelIfOthersHaveOne() throws Exception {
    String metrics = FakeResourceManager.METRICS.strip();
    String all = ", \"totalClusterResourcesAcrossPartition\": {\"memory\": %d, \"vCores\": %d}}}";
    manager.answer(
        "/metrics", metrics.substring(0, metrics.length() - 2) + all.formatted(8192, 16));
    assertThat(load("", "").nodes()).isEqualTo(2);
    assertThat(manager.requests).noneMatch(request -> request.contains("/nodes"));
    manager.answer(
        "/metrics", metrics.substring(0, metrics.length() - 2) + all.formatted(12288, 24));
    manager.answer(
        "/nodes",
        "{\"nodes\": {\"node\": [{\"nodeLabels\": [\"ssd\"]}, {\"nodeLabels\": \"\"}, {\"nodeLabels\":"
            + " [\"\"]}, {}]}}");
    ClusterLoad.Known load = load("", "");
    assertThat(load.nodes()).isEqualTo(3);
    assertThat(load.nodeVcores()).isEqualTo(16 / 3.0);
    assertThat(load.total().vcores()).isEqualTo(16);
  }

  @Test
  void readsApplicationsByTag() throws Exception {
    apps(OURS, THEIRS, WAITS);
    List<Application> found = cluster("", "", manager.address()).applications("athanor-R1-clean-1");
    assertThat(found).hasSize(1);
    Application ours = found.get(0);
    assertThat(ours.id()).isEqualTo("application_1_0001");
    assertThat(ours.tags()).containsExactlyInAnyOrder("other", "athanor-r1-clean-1");
    assertThat(ours.state().ended()).isFalse();
    assertThat(ours.use())
        .isEqualTo(
            new Application.Use(
                Instant.ofEpochMilli(1000),
                Optional.of(Instant.ofEpochMilli(3000)),
                Optional.empty(),
                20,
                300));
    assertThat(manager.requests.get(1)).contains("applicationTags=athanor-r1-clean-1");
  }

  @Test
  void readsAnApplicationById() throws Exception {
    YarnCluster cluster = cluster("", "", manager.address());
    manager.answer(
        "/apps/application_1_0001",
        "{\"app\": "
            + OURS.replace("RUNNING", "FINISHED")
                .replace("UNDEFINED", "FAILED")
                .replace("\"diagnostics\": \"\"", "\"diagnostics\": \"" + "x".repeat(9000) + "\"")
            + "}");
    Application ended = cluster.application("application_1_0001").orElseThrow();
    assertThat(ended.state().ended()).isTrue();
    // The driver's exit code does not count.
    assertThat(ended.succeeded()).isFalse();
    assertThat(ended.diagnostics()).hasSize(4000);
    assertThat(cluster.application("application_1_0009")).isEmpty();
    assertThatThrownBy(() -> cluster.application("../../secret"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void followsTheActiveOneOfTwo() throws Exception {
    try (FakeResourceManager standby = new FakeResourceManager()) {
      standby.answer(
          "/metrics",
          exchange -> {
            exchange.getResponseHeaders().add("Location", "http://192.0.2.1/");
            FakeResourceManager.status(exchange, 307, "This is standby RM.");
          });
      YarnCluster cluster = cluster("", "", standby.address(), manager.address());
      assertThat(cluster.load(NOW).total()).isEqualTo(hard(16, 8));
      int asked = standby.requests.size();
      assertThat(asked).isPositive();
      cluster.load(NOW);
      assertThat(standby.requests).as("the active one is asked first").hasSize(asked);
      manager.close();
      assertThatThrownBy(() -> cluster.load(NOW))
          .hasMessageContaining(manager.address() + " cannot be reached: ")
          .hasMessageContaining(
              standby.address() + " is a standby, or redirects to http://192.0.2.1/ (HTTP 307)");
    }
  }

  @Test
  void saysWhatIsWrongWithAnAnswer() {
    manager.answer("/metrics", exchange -> FakeResourceManager.status(exchange, 500, "{}"));
    assertTrouble("answers HTTP 500");
    manager.answer("/metrics", exchange -> FakeResourceManager.status(exchange, 403, "{}"));
    assertTrouble("does not allow " + System.getProperty("user.name") + " to ask (HTTP 403)");
    manager.answer("/metrics", exchange -> FakeResourceManager.status(exchange, 404, "<html>"));
    assertTrouble("answers something else than JSON");
    manager.answer("/metrics", "<html>");
    assertTrouble("answers something else than JSON");
    manager.answer("/metrics", "[1]");
    assertTrouble("answers something else than a ResourceManager does");
    manager.answer("/metrics", "{}");
    assertThatThrownBy(() -> load("", ""))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessage("the ResourceManager's answer has no amount totalVirtualCores");
    manager.answer("/metrics", FakeResourceManager.METRICS.replace("8192", "-1"));
    assertThatThrownBy(() -> load("", ""))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessage("the ResourceManager's answer has no amount totalMB, but -1");
    manager.answer("/metrics", FakeResourceManager.METRICS).answer("/apps", "{}");
    assertThatThrownBy(() -> load("", "")).hasMessageContaining("has no apps");
    apps(OURS.replace("RUNNING", "SLEEPING"));
    assertThatThrownBy(() -> cluster("", "", manager.address()).applications("athanor-r1-clean-1"))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessage("the ResourceManager says state=SLEEPING of application_1_0001");
  }

  @Test
  void doesNotTakeAStartingResourceManagersAnswerForThatOfOneWithoutApplications()
      throws Exception {
    YarnCluster cluster = cluster("", "", manager.address());
    manager.answer("/info", FakeResourceManager.ACTIVE.replace("ACTIVE", "INITIALIZING"));
    assertThatThrownBy(() -> cluster.applications("athanor-r1-clean-1"))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessage(
            "ResourceManager "
                + manager.address()
                + " does not know its applications yet, its state is INITIALIZING");
    manager.answer("/info", FakeResourceManager.ACTIVE);
    assertThat(cluster.applications("athanor-r1-clean-1")).isEmpty();
  }

  @Test
  void refusesARouterWhoseListsMayLackApplications() {
    String router =
        "ResourceManager "
            + manager.address()
            + " is a YARN Router, whose lists of applications may lack some: make each"
            + " ResourceManager behind it a cluster of its own";
    String notImplemented =
        "{\"RemoteException\": {\"exception\": \"NotImplementedException\","
            + " \"message\": \"Code is not implemented\"}}";
    String subCluster = "{\"haState\": \"ACTIVE\", \"subClusterId\": \"SC-1\"}";
    List<FakeResourceManager.Answer> answers =
        List.of(
            exchange -> FakeResourceManager.status(exchange, 400, notImplemented),
            exchange ->
                FakeResourceManager.status(exchange, 200, "{\"subCluster\": " + subCluster + "}"),
            exchange ->
                FakeResourceManager.status(
                    exchange,
                    200,
                    "{\"federationClusterInfo\": {\"subCluster\": [" + subCluster + "]}}"),
            exchange ->
                FakeResourceManager.status(exchange, 200, "{\"federationClusterInfo\": {}}"));
    for (FakeResourceManager.Answer answer : answers) {
      manager.answer("/info", answer);
      assertThatThrownBy(() -> load("", "")).hasMessage(router);
      YarnCluster cluster = cluster("", "", manager.address());
      assertThatThrownBy(() -> cluster.applications("athanor-r1-clean-1")).hasMessage(router);
      assertThatThrownBy(() -> cluster.application("application_1_0001")).hasMessage(router);
    }
  }

  @Test
  void refusesWhatDoesNotSayThatItIsAResourceManager() {
    for (String info : List.of("{}", "{\"clusterInfo\": {}}", "{\"clusterInfo\": null}")) {
      manager.answer("/info", info);
      YarnCluster cluster = cluster("", "", manager.address());
      assertThatThrownBy(() -> cluster.applications("athanor-r1-clean-1"))
          .hasMessageContaining("answers something else than a ResourceManager does");
    }
  }

  @Test
  void asksTheActiveOneOfSeveralForApplications() throws Exception {
    try (FakeResourceManager standby = new FakeResourceManager()) {
      standby.answer("/info", FakeResourceManager.ACTIVE.replace("ACTIVE", "STANDBY"));
      apps(OURS);
      YarnCluster cluster = cluster("", "", standby.address(), manager.address());
      assertThat(cluster.applications("athanor-r1-clean-1")).hasSize(1);
    }
  }

  @Test
  void saysThatKerberosIsNotSupported() {
    manager.answer(
        "/metrics",
        exchange -> {
          exchange.getResponseHeaders().add("WWW-Authenticate", "Negotiate");
          FakeResourceManager.status(exchange, 401, "");
        });
    assertThatThrownBy(() -> load("", ""))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessageContaining("wants Kerberos, which is not supported here");
  }

  @Test
  void givesUpAnAnswerThatIsTooLong() {
    manager.answer(
        "/metrics",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] piece = new byte[1 << 20];
          for (int i = 0; i < 200; i++) {
            exchange.getResponseBody().write(piece);
          }
        });
    assertTrouble("gives no answer: its answer is longer than 64 MiB");
  }

  @Test
  void givesUpAnAnswerThatStops() {
    CountDownLatch end = new CountDownLatch(1);
    manager.answer(
        "/metrics",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          try {
            end.await();
          } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
          }
        });
    YarnCluster hasty =
        new YarnCluster(
            new Kind.Yarn(
                Path.of("conf"), List.of(manager.address()), Optional.empty(), Optional.empty()),
            tag -> false,
            Duration.ofMillis(200));
    assertThatThrownBy(() -> hasty.load(NOW)).hasMessageContaining("does not answer within 200 ms");
    end.countDown();
  }
}
