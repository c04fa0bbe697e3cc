// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.Command;
import org.athanor.cluster.FreePorts;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeHttp;
import tools.jackson.databind.JsonNode;

/**
 * Spark's own cluster: a Master on the master, and on each worker node a Worker with its executors.
 * The driver runs in the client, on the master.
 */
final class SparkStandalone extends DistributedFramework {

  private static final int MIN_MEMORY = 2048;
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final String DEPLOY = "org.apache.spark.deploy.";

  SparkStandalone(Choice choice) {
    super(choice, Api.SPARK);
  }

  @Override
  int minMemory(Site site) {
    return MIN_MEMORY;
  }

  @Override
  boolean local() {
    return false;
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).threaded("executor");
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    Workspace workspace = Workspace.reserve(site, "spark-standalone");
    Node master = site.master();
    List<Integer> ports = FreePorts.on(master, site.mark(), 2);
    String url = "spark://" + master.address() + ":" + ports.get(0);
    Map<String, String> keys = SparkHome.common(site, shares, workspace, url);
    keys.put("spark.executor.cores", "" + shares.threads());
    keys.put("spark.executor.memory", shares.heap(shares.process()) + "m");
    keys.put("spark.cores.max", "" + shares.totalTasks());
    workspace.publish(Map.of("spark-defaults.conf", SparkHome.defaults(choice.override(keys))));
    SparkHome spark =
        new SparkHome(choice.source().locate(site).home(), choice.java().on(master), workspace);
    Daemons daemons = new Daemons(site, "spark");
    boolean up = false;
    try {
      start(site, shares, workspace, spark, daemons, ports, url);
      up = true;
    } finally {
      if (!up) {
        daemons.close();
      }
    }
    return new ClientDeployment(
        workspace,
        spark.environment(master.address()),
        spark::submit,
        new SparkOutput(SparkEventLog.of(site, workspace)::take),
        daemons);
  }

  private void start(
      Site site,
      Shares shares,
      Workspace workspace,
      SparkHome spark,
      Daemons daemons,
      List<Integer> ports,
      String url)
      throws IOException, InterruptedException {
    Node master = site.master();
    daemons.start(
        "Spark master",
        master,
        daemon(
            spark,
            workspace,
            master,
            "master",
            List.of(
                DEPLOY + "master.Master",
                "--host",
                master.address(),
                "--port",
                "" + ports.get(0),
                "--webui-port",
                "" + ports.get(1))));
    daemons.await("Spark master", START_TIMEOUT, () -> workers(site, daemons, ports.get(1)) >= 0);
    int number = 0;
    for (Node node : site.workers()) {
      List<Integer> own = FreePorts.on(node, site.mark(), 2);
      daemons.start(
          "Spark worker",
          node,
          daemon(
              spark,
              workspace,
              node,
              "worker-" + number++,
              List.of(
                  DEPLOY + "worker.Worker",
                  "--host",
                  node.address(),
                  "--port",
                  "" + own.get(0),
                  "--webui-port",
                  "" + own.get(1),
                  "--cores",
                  "" + shares.tasks(),
                  "--memory",
                  shares.processes() * shares.heap(shares.process()) + "m",
                  "--work-dir",
                  workspace.temporary().resolve("work").toString(),
                  url)));
    }
    daemons.await(
        site.workers().size() + " Spark workers",
        START_TIMEOUT,
        () -> workers(site, daemons, ports.get(1)) == site.workers().size());
  }

  /** The number of registered workers; -1 if the master does not answer. */
  private static int workers(Site site, Daemons daemons, int port)
      throws IOException, InterruptedException {
    Node master = site.master();
    return NodeHttp.json(master, daemons.mark(), master.address(), port, "/json/")
        .map(SparkStandalone::aliveWorkers)
        .orElse(-1);
  }

  /** The number of registered workers in the master's state; -1 if it is missing. */
  private static int aliveWorkers(JsonNode state) {
    return state.path("aliveworkers").asInt(-1);
  }

  private static Command daemon(
      SparkHome spark, Workspace workspace, Node node, String name, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(spark.script("spark-class")));
    command.addAll(arguments);
    return new Command(
        command,
        spark.environment(node.address()),
        Optional.of(workspace.temporary().toString()),
        Optional.of(workspace.logs().resolve(name + ".log").toString()));
  }
}
