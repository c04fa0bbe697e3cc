// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

class ClusterChecksTest {
  private final FakeCluster cluster = new FakeCluster().node("localhost", 8_192, 0);
  private final JobConf conf = new JobConf();

  ClusterChecksTest() {
    conf.set("athanor.deploy", "yarn");
  }

  /** Runs all checks of the cluster, and returns a line for each subject. */
  private Map<String, String> findings() throws InterruptedException {
    Map<String, String> lines = new LinkedHashMap<>();
    List<Check> checks = new ClusterChecks(new Target(Optional.empty(), conf), () -> cluster).all();
    Finding.Level unused =
        new Examination(Duration.ofMinutes(1))
            .run(
                checks,
                result ->
                    lines.put(
                        result.subject(),
                        result.finding().level() + " " + result.finding().line()));
    return lines;
  }

  @Test
  void saysWhatASessionWouldGet() throws InterruptedException {
    cluster.node("localhost", 8_192, 0).java = "17";
    cluster.hadoop = VersionInfo.getVersion();

    assertThat(findings())
        .containsExactly(
            Map.entry("ResourceManager", "OK rm:8032, Hadoop " + VersionInfo.getVersion()),
            Map.entry("NodeManagers", "OK 2 running, each offering 8192 MB and 4 vcores"),
            Map.entry("Java of nodes", "OK 17 on 2 of 2 NodeManagers"),
            Map.entry(
                "Workers",
                "OK 2 Workers of 6144 MB, 3 vcores and 4 threads, a master of 1536 MB and 1 vcore"),
            Map.entry("queue", "OK default, to which this user may submit"));
  }

  @Test
  void checksNothingElseIfTheResourceManagerDoesNotAnswer() throws InterruptedException {
    cluster.failure = "connection refused\nat some.Class";

    String skipped = "SKIPPED the ResourceManager does not answer";
    assertThat(findings())
        .containsExactly(
            Map.entry(
                "ResourceManager",
                "PROBLEM rm:8032: connection refused; start it, or correct"
                    + " yarn.resourcemanager.address"),
            Map.entry("NodeManagers", skipped),
            Map.entry("Java of nodes", skipped),
            Map.entry("Workers", skipped),
            Map.entry("queue", skipped));
  }

  @Test
  void warnsIfTheClusterHasAnotherHadoop() throws InterruptedException {
    cluster.hadoop = "2.10.2";

    assertThat(findings())
        .containsEntry(
            "ResourceManager",
            "WARNING rm:8032, Hadoop 2.10.2, but the client has "
                + VersionInfo.getVersion()
                + "; set ATHANOR_HADOOP_CLASSPATH to what `hadoop classpath` prints there");
  }

  @Test
  void needsANodeManager() throws InterruptedException {
    cluster.nodes.clear();

    assertThat(findings())
        .containsEntry("NodeManagers", "PROBLEM none runs; start a NodeManager")
        .containsEntry(
            "Workers",
            "PROBLEM no NodeManager runs: a job on YARN needs at least one; change the setting, or"
                + " the cluster's");
  }

  @Test
  void namesUnhealthyNodes() throws InterruptedException {
    cluster.node("h2", 8_192, 0, NodeState.UNHEALTHY, "1/1 local-dirs are bad\n");

    assertThat(findings())
        .containsEntry(
            "NodeManagers",
            "WARNING 1 running, each offering 8192 MB and 4 vcores, unhealthy: h2:8041 (1/1"
                + " local-dirs are bad); look at the disks of these nodes");
  }

  @Test
  void namesANodeThatTheClientCannotFind() throws InterruptedException {
    cluster.node("no-such-host.invalid", 8_192, 0);

    assertThat(findings())
        .containsEntry(
            "NodeManagers",
            "PROBLEM this machine has no address for the node no-such-host.invalid; add it to DNS"
                + " or /etc/hosts: the client connects to the ApplicationMaster there");
  }

  @Test
  void namesANodeWithAnOldJava() throws InterruptedException {
    cluster.java = "1.8";

    assertThat(findings())
        .containsEntry(
            "Java of nodes",
            "PROBLEM the NodeManager on localhost runs Java 1.8; Workers need 17: set JAVA_HOME in"
                + " yarn.app.mapreduce.am.env, mapreduce.map.env and mapreduce.reduce.env");
  }

  @Test
  void doesNotJudgeAJavaThatTheConfigurationChooses() throws InterruptedException {
    cluster.java = "11";
    conf.set("mapreduce.map.env", "JAVA_HOME=/opt/java17");

    assertThat(findings())
        .containsEntry(
            "Java of nodes",
            "OK containers have the JAVA_HOME of mapreduce.map.env, which was not looked at");
  }

  @Test
  void rejectsAWorkerThatTheSchedulerDoesNotAllow() throws InterruptedException {
    conf.set("athanor.yarn.worker.memory", "16g");

    assertThat(findings())
        .containsEntry(
            "Workers",
            "PROBLEM athanor.yarn.worker.memory: a container of 16384 MB is larger than the cluster"
                + " allows (8192 MB, yarn.scheduler.maximum-allocation-mb); change the setting, or"
                + " the cluster's");
  }

  @Test
  void rejectsAMasterThatTheSchedulerDoesNotAllow() throws InterruptedException {
    cluster.largest = Resource.newInstance(8_192, 2);
    conf.set("yarn.app.mapreduce.am.resource.cpu-vcores", "3");

    assertThat(findings().get("Workers"))
        .startsWith("PROBLEM ")
        .endsWith(
            "; the largest container has 8192 MB and 2 vcores; lower"
                + " yarn.app.mapreduce.am.resource.cpu-vcores");
  }

  /** A Worker of 8 GB takes the whole node, on which the master is. */
  @Test
  void seesThatNoWorkerFitsBesideTheMaster() throws InterruptedException {
    conf.set("athanor.yarn.worker.memory", "8g");

    assertThat(findings().get("Workers"))
        .startsWith("PROBLEM 1 Worker of 8192 MB")
        .endsWith(": no node has room for one beside the master; lower athanor.yarn.worker.memory");
  }

  /**
   * Two nodes have room for two Workers of 3 GB each, beside the master for one on its node less.
   */
  @Test
  void seesThatNotAllWorkersFit() throws InterruptedException {
    cluster.node("localhost", 8_192, 0);
    conf.set("athanor.yarn.worker.memory", "3500m");
    conf.set("athanor.yarn.workers", "4");

    assertThat(findings().get("Workers"))
        .startsWith("WARNING 4 Workers of 3500 MB")
        .endsWith(": the nodes have room for 3; lower athanor.yarn.workers");
  }

  @Test
  void seesThatOthersUseTheNodes() throws InterruptedException {
    cluster.node("localhost", 8_192, 4_096);

    assertThat(findings().get("Workers"))
        .startsWith("WARNING 2 Workers of 6144 MB")
        .endsWith(": other applications leave room for 1 now; the others start later");
  }

  @Test
  void doesNotJudgeTheRightsOfAQueueThatTheClusterDoesNotShow() throws InterruptedException {
    cluster.maySubmit = null;

    assertThat(findings()).containsEntry("queue", "OK default, whose rights are not shown");
  }

  @Test
  void rejectsQueuesThatTakeNoJobOfThisUser() throws InterruptedException {
    String change = "; set mapreduce.job.queuename to another queue";
    cluster.maySubmit = false;
    assertThat(findings())
        .containsEntry("queue", "PROBLEM this user may not submit to queue default" + change);

    cluster.queue = FakeCluster.queue("default", QueueState.STOPPED);
    assertThat(findings()).containsEntry("queue", "PROBLEM queue default is STOPPED" + change);

    cluster.queue = FakeCluster.queue("default", QueueState.RUNNING);
    cluster.queue.setChildQueues(List.of(FakeCluster.queue("below", QueueState.RUNNING)));
    assertThat(findings())
        .containsEntry(
            "queue",
            "PROBLEM queue default has queues below it" + change + ", such as one of them");

    conf.set("mapreduce.job.queuename", "fast");
    assertThat(findings()).containsEntry("queue", "PROBLEM there is no queue fast" + change);
  }
}
