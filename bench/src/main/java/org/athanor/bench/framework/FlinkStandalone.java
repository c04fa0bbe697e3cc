// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.FreePorts;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeHttp;
import org.athanor.cluster.artifact.NodeCopy;
import tools.jackson.databind.JsonNode;

/** Flink's session cluster: a JobManager on the master, TaskManagers on each worker node. */
final class FlinkStandalone extends DistributedFramework {

  /** With less memory its JVM would have no heap. */
  static final int MIN_JOB_MANAGER = 1024;

  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final String RUNTIME = "org.apache.flink.runtime.";
  private static final String RESULT = "BASH_JAVA_UTILS_EXEC_RESULT:";

  FlinkStandalone(Choice choice) {
    super(choice, Api.FLINK);
  }

  @Override
  int minMemory(Site site) {
    return MIN_JOB_MANAGER + FlinkMemory.MIN_PROCESS;
  }

  @Override
  boolean local() {
    return false;
  }

  @Override
  public void install(Site site) throws IOException, InterruptedException {
    super.install(site);
    for (Node node : site.nodes()) {
      NodeCopy.ensure(node, site.mark(), hadoop(site));
    }
  }

  private static Path hadoop(Site site) {
    return site.installation().lib().resolve("hadoop");
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).threaded("TaskManager");
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    Workspace workspace = Workspace.reserve(site, "flink-standalone");
    Node master = site.master();
    List<Integer> ports = FreePorts.on(master, site.mark(), 2);
    workspace.publish(
        FlinkHome.files(choice.override(keys(shares, workspace, master, ports)), site, workspace));
    FlinkHome flink =
        new FlinkHome(
            choice.source().locate(site).home(),
            choice.java().on(master) + "/bin/java",
            workspace,
            hadoop(site) + "/*");
    Daemons daemons = new Daemons(site, "flink");
    boolean up = false;
    try {
      start(site, workspace, flink, daemons, ports.get(1));
      up = true;
    } finally {
      if (!up) {
        daemons.close();
      }
    }
    return new ClientDeployment(
        workspace,
        flink.environment(),
        flink::submit,
        new FlinkSession(job -> query(site, daemons, ports.get(1), "/jobs/" + job)),
        daemons);
  }

  /** Memory of the JobManager's process. */
  static int jobManager(Shares shares) {
    return Math.max(MIN_JOB_MANAGER, shares.coordinator());
  }

  static Map<String, String> keys(
      Shares shares, Workspace workspace, Node master, List<Integer> ports) {
    Map<String, String> keys = FlinkHome.common(shares, workspace);
    keys.put("jobmanager.rpc.address", master.address());
    keys.put("jobmanager.rpc.port", "" + ports.get(0));
    keys.put("jobmanager.bind-host", master.address());
    keys.put("jobmanager.memory.process.size", jobManager(shares) + "m");
    keys.put("rest.address", master.address());
    keys.put("rest.bind-address", master.address());
    keys.put("rest.port", "" + ports.get(1));
    keys.put("taskmanager.memory.process.size", shares.process() + "m");
    keys.put("taskmanager.numberOfTaskSlots", "" + shares.threads());
    return keys;
  }

  private static void start(
      Site site, Workspace workspace, FlinkHome flink, Daemons daemons, int restPort)
      throws IOException, InterruptedException {
    daemons.start(
        "Flink JobManager",
        site.master(),
        daemon(
            site,
            workspace,
            flink,
            "jobmanager",
            RUNTIME + "entrypoint.StandaloneSessionClusterEntrypoint",
            List.of(),
            "GET_JM_RESOURCE_PARAMS"));
    int number = 0;
    Shares shares = Shares.of(site);
    for (Node node : taskManagers(site, shares)) {
      daemons.start(
          "Flink TaskManager",
          node,
          daemon(
              site,
              workspace,
              flink,
              "taskmanager-" + number++,
              RUNTIME + "taskexecutor.TaskManagerRunner",
              List.of(
                  "-D",
                  "taskmanager.host=" + node.address(),
                  "-D",
                  "taskmanager.bind-host=" + node.address()),
              "GET_TM_RESOURCE_PARAMS"));
    }
    int slots = shares.totalTasks();
    daemons.await(
        slots + " Flink task slots",
        START_TIMEOUT,
        () ->
            query(site, daemons, restPort, "/overview").map(FlinkStandalone::slots).orElse(0)
                == slots);
  }

  /** The node of each TaskManager. */
  private static List<Node> taskManagers(Site site, Shares shares) {
    return site.workers().stream()
        .flatMap(node -> Collections.nCopies(shares.processes(), node).stream())
        .toList();
  }

  private static Command daemon(
      Site site,
      Workspace workspace,
      FlinkHome flink,
      String name,
      String mainClass,
      List<String> arguments,
      String query)
      throws IOException, InterruptedException {
    Command resources =
        new Command(
            flink.resources(query), flink.environment(), Optional.empty(), Optional.empty());
    CommandResult answer = site.master().run(site.mark(), resources, START_TIMEOUT);
    List<List<String>> options = resources(answer.output());
    if (answer.status() != 0 || options.size() != 2) {
      throw new IOException("Flink cannot derive memory options: " + answer.errors().strip());
    }
    List<String> command = flink.jvm(options.get(0), mainClass);
    command.addAll(List.of("--configDir", workspace.configuration().toString()));
    command.addAll(options.get(1));
    command.addAll(arguments);
    return new Command(
        command,
        flink.environment(),
        Optional.of(workspace.temporary().toString()),
        Optional.of(workspace.logs().resolve(name + ".log").toString()));
  }

  /** Reads the options of the JVM and those of the daemon; other lines are warnings. */
  static List<List<String>> resources(String output) {
    List<List<String>> options = new ArrayList<>();
    output
        .lines()
        .filter(line -> line.startsWith(RESULT))
        .forEach(
            line ->
                options.add(
                    Arrays.stream(line.substring(RESULT.length()).split(" ", -1))
                        .filter(word -> !word.isEmpty())
                        .toList()));
    return options;
  }

  /** The number of available slots in the cluster's overview. */
  private static int slots(JsonNode overview) {
    return overview.path("slots-available").asInt(0);
  }

  private static Optional<JsonNode> query(Site site, Daemons daemons, int port, String path)
      throws IOException, InterruptedException {
    Node master = site.master();
    return NodeHttp.json(master, daemons.mark(), master.address(), port, path);
  }
}
