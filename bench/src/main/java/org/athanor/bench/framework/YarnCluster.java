// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.hadoop.Disks;
import org.athanor.cluster.hadoop.HadoopCluster;
import org.athanor.cluster.hadoop.HadoopSpec;
import org.athanor.cluster.hadoop.Role;
import org.athanor.cluster.hadoop.Service;
import org.athanor.cluster.hadoop.Worker;
import tools.jackson.databind.JsonNode;

/**
 * YARN and the history server on a site's nodes, with the site's memory, cores and file system; for
 * all frameworks on YARN.
 */
final class YarnCluster implements Processes {

  private static final long MEBIBYTE = 1 << 20;

  private final HadoopCluster cluster;

  private YarnCluster(HadoopCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts the daemons. Their configuration files are also copied to the workspace's configuration
   * directory, into one directory for each node and one for clients.
   *
   * @param settings settings in Hadoop's keys, which override derived ones
   */
  static YarnCluster start(
      Site site,
      Workspace workspace,
      Choice choice,
      Distribution hadoop,
      Map<String, String> settings)
      throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    HadoopSpec spec =
        HadoopSpec.of(
                site.workers(),
                site.mark().part("yarn"),
                workspace.daemons(),
                hadoop.classPath(),
                shares.tasks(),
                shares.containers() * MEBIBYTE)
            .withServices(Service.YARN, Service.HISTORY)
            .withWorkers(workers(site))
            .withSettings(files(site, shares, workspace, settings))
            .withDisks(
                new Disks(
                    List.of(), site.files().spill().isEmpty() ? List.of() : workspace.spill()));
    if (choice.java().chosen().isPresent()) {
      spec = spec.withJava(choice.java().chosen().get());
    }
    HadoopCluster cluster = HadoopCluster.start(spec, choice.source().progress());
    copyConfiguration(workspace);
    return new YarnCluster(cluster);
  }

  /** The workers; a master that is none comes first. */
  private static List<Worker> workers(Site site) {
    List<Worker> workers = new ArrayList<>();
    if (site.dedicatedMaster()) {
      workers.add(Worker.master(site.master()));
    }
    site.workers().forEach(node -> workers.add(Worker.of(node)));
    return workers;
  }

  /** File → its settings: those derived from the site, overridden by the user's. */
  static Map<String, Map<String, String>> files(
      Site site, Shares shares, Workspace workspace, Map<String, String> settings) {
    Map<String, Map<String, String>> files = new LinkedHashMap<>();
    files.put("core-site", new LinkedHashMap<>(Map.of("fs.defaultFS", site.filesystem())));
    files.put("yarn-site", new LinkedHashMap<>());
    files.put("capacity-scheduler", new LinkedHashMap<>());
    files.put("mapred-site", MapReduceSettings.yarn(shares));
    files.put("hdfs-site", site.files().sortedSettings());
    site.files()
        .staging()
        .ifPresent(
            staging -> files.get("mapred-site").put("yarn.app.mapreduce.am.staging-dir", staging));
    settings.forEach((key, value) -> files.get(file(key)).put(key, value));
    return files;
  }

  private static String file(String key) {
    if (key.startsWith("yarn.scheduler.capacity.")) {
      return "capacity-scheduler";
    }
    return key.startsWith("yarn.") && !key.startsWith("yarn.app.") ? "yarn-site" : "mapred-site";
  }

  private static void copyConfiguration(Workspace workspace) throws IOException {
    try (Stream<Path> homes = Files.list(workspace.daemons())) {
      for (Path home : homes.filter(it -> Files.isDirectory(it.resolve("conf"))).toList()) {
        Path target = workspace.configuration().resolve(home.getFileName());
        Files.createDirectories(target);
        try (Stream<Path> files = Files.list(home.resolve("conf"))) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            Files.copy(file, target.resolve(file.getFileName()));
          }
        }
      }
    }
  }

  /** The clients' configuration directory and Hadoop's jars. */
  String classPath() {
    return cluster.classPath();
  }

  /** The environment variables {@code HADOOP_CONF_DIR} and {@code JAVA_HOME}. */
  Map<String, String> environment() {
    return cluster.environment();
  }

  JobHistory history() {
    return new JobHistory(server(Role.HISTORYSERVER));
  }

  /** Waits for the containers of a trial. */
  Containers.Wait containers() {
    return Containers.of(server(Role.RESOURCEMANAGER));
  }

  private DaemonServer server(Role role) {
    return new DaemonServer() {
      @Override
      public Optional<JsonNode> ask(String path) throws IOException, InterruptedException {
        return cluster.ask(role, path);
      }

      @Override
      public boolean hasEnded() throws IOException, InterruptedException {
        return cluster.deadDaemon().isPresent();
      }
    };
  }

  @Override
  public Optional<String> deadDaemon() throws IOException, InterruptedException {
    return cluster.deadDaemon();
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
