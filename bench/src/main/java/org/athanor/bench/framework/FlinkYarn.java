// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.artifact.Distribution;

/**
 * Flink on YARN in application mode: for each program an application, whose JobManager runs the
 * program and asks for TaskManagers when a job needs them. The client waits for it.
 */
final class FlinkYarn extends YarnFramework {

  static final String MODE = "yarn";

  private static final String NODE_MANAGERS_MEMORY = "yarn.nodemanager.resource.memory-mb";

  /** The settings of YARN's daemons; Flink has keys of its own that begin with {@code yarn}. */
  private static final List<String> DAEMONS =
      List.of("yarn.nodemanager.", "yarn.resourcemanager.", "yarn.scheduler.");

  /** The name that a container has on its node, for YARN's shell. */
  private static final String HOST = "$NM_HOST";

  FlinkYarn(Choice choice, Source hadoop) {
    super(choice, Api.FLINK, hadoop);
  }

  /** So that no TaskManager fits into the place that is kept for a JobManager. */
  @Override
  int minMemory(Site site) {
    Shares shares = Shares.of(site);
    int process = FlinkMemory.MIN_PROCESS + Shares.STEP;
    int task = (process + shares.threads() - 1) / shares.threads();
    int rounded = (task + Shares.STEP - 1) / Shares.STEP * Shares.STEP;
    return FlinkStandalone.MIN_JOB_MANAGER + shares.tasks() * rounded;
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).threaded("TaskManager");
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Path home = choice.source().locate(site).home();
    Distribution distribution = hadoop.locate(site);
    Workspace workspace = Workspace.reserve(site, "flink-yarn");
    workspace.publish(FlinkHome.ownFiles(choice.override(keys(site, workspace, home))));
    YarnCluster yarn =
        YarnCluster.start(
            site,
            workspace,
            choice,
            distribution,
            daemonSettings(Shares.of(site), home, distribution));
    FlinkHome flink =
        new FlinkHome(
            home, yarn.environment().get("JAVA_HOME") + "/bin/java", workspace, yarn.classPath());
    Map<String, String> environment = new LinkedHashMap<>(flink.environment());
    // Flink would upload what these have.
    environment.remove(FlinkHome.LIBRARIES);
    environment.remove(FlinkHome.PLUGINS);
    environment.putAll(yarn.environment());
    return new ClientDeployment(
        workspace,
        environment,
        flink::application,
        new FlinkApplication(yarn.containers(), new FlinkArchive(site.nodes(), site, workspace)),
        yarn);
  }

  static Map<String, String> keys(Site site, Workspace workspace, Path home) throws IOException {
    Shares shares = Shares.of(site);
    Map<String, String> keys = FlinkHome.common(shares, workspace);
    // YARN has directories for each container.
    keys.remove("io.tmp.dirs");
    keys.put("jobmanager.memory.process.size", FlinkStandalone.jobManager(shares) + "m");
    keys.put("taskmanager.memory.process.size", shares.process() + "m");
    keys.put("taskmanager.numberOfTaskSlots", "" + shares.threads());
    keys.put(
        "yarn.container-start-command-template",
        "%java% %jvmmem% %jvmopts% %logging% %class% %args% -D jobmanager.bind-host="
            + HOST
            + " -D rest.bind-address="
            + HOST
            + " -D taskmanager.bind-host="
            + HOST
            + " %redirects%");
    // The cluster is that of one program.
    keys.put("web.submit.enable", "false");
    keys.put("execution.attached", "true");
    // The program decides what a job that failed or was cancelled means, as in all other modes.
    keys.put("execution.terminate-application-on-any-job-terminated-exceptionally", "false");
    // Programs are loaded as in all other modes, apart from Flink, and from libraries with them.
    keys.put("yarn.classpath.include-user-jar", "DISABLED");
    // Flink's jars are not uploaded, since they are at the same path on every node. It insists on
    // one.
    keys.put("yarn.flink-dist-jar", smallestJar(home.resolve("lib")).toUri().toString());
    for (String container : List.of("master", "taskmanager")) {
      keys.put(
          "containerized." + container + ".env." + FlinkHome.PLUGINS,
          home.resolve("plugins").toString());
    }
    keys.put(
        "yarn.staging-directory",
        site.files().staging().orElseGet(() -> workspace.temporary().toUri().toString()));
    keys.putAll(FlinkArchive.settings(workspace));
    return keys;
  }

  private static Path smallestJar(Path lib) throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .min(
              Comparator.comparingLong((Path file) -> file.toFile().length())
                  .thenComparing(file -> file))
          .orElseThrow(() -> new IOException(lib + ": has no jars"));
    }
  }

  /** The settings of YARN, which has Flink's jars on the class path of containers. */
  Map<String, String> daemonSettings(Shares shares, Path home, Distribution hadoop) {
    Map<String, String> settings = new LinkedHashMap<>();
    int memory = FlinkStandalone.jobManager(shares) + shares.workers();
    settings.put(NODE_MANAGERS_MEMORY, "" + memory);
    settings.put("yarn.scheduler.maximum-allocation-mb", "" + memory);
    settings.put(
        "yarn.application.classpath",
        home.resolve("lib") + "/*,$HADOOP_CONF_DIR," + String.join(",", hadoop.classPath()));
    choice.settings().entrySet().stream()
        .filter(setting -> DAEMONS.stream().anyMatch(setting.getKey()::startsWith))
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> settings.put(setting.getKey(), setting.getValue()));
    return settings;
  }
}
