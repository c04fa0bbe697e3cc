// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes the configuration files of a cluster. The master's files are also the clients'. A worker's
 * files also have the addresses and data directories of its own daemons. Has no side effects.
 */
final class HadoopFiles {
  /**
   * What daemons and containers of releases before 3.5 need on Java 17. Java 8 does not know it.
   */
  static final List<String> OPENS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.dns=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.util=ALL-UNNAMED");

  private final HadoopSpec spec;
  private final List<Daemon> daemons;
  private final NodeFacts facts;
  private final Sizing sizing;

  HadoopFiles(HadoopSpec spec, List<Daemon> daemons, NodeFacts facts) {
    this.spec = spec;
    this.daemons = daemons;
    this.facts = facts;
    this.sizing = Sizing.of(spec.cores(), spec.memoryBytes());
  }

  /** The home whose {@code conf} is the configuration directory of clients. */
  static Path clientHome(HadoopSpec spec) {
    return spec.directory().resolve(HadoopPlan.MASTER);
  }

  /** Such as {@code hdfs://localhost:8020}. */
  String filesystem() {
    return find(Role.NAMENODE)
        .map(daemon -> "hdfs://" + daemon.at(Port.NAMENODE_RPC))
        .orElse("file:///");
  }

  /** All files of a home's directory {@code conf}: their names and texts. */
  Map<String, String> of(Path home) {
    Map<String, String> files = new TreeMap<>();
    Map.of(
            "core-site", core(home),
            "hdfs-site", hdfs(home),
            "yarn-site", yarn(home),
            "mapred-site", mapred(home),
            "capacity-scheduler", scheduler())
        .forEach(
            (name, settings) ->
                files.put(
                    name + ".xml",
                    settings.setAll(spec.settings().getOrDefault(name, Map.of())).xml()));
    // Hadoop's commands set the property from HADOOP_ROOT_LOGGER.
    files.put(
        "log4j.properties",
        "hadoop.root.logger=INFO,console\n" + ConfigurationText.log4j("${hadoop.root.logger}"));
    if (spec.hasRacks()) {
      files.put(RackTable.FILE, RackTable.text(spec, facts.ipAddresses()));
    }
    return files;
  }

  private Settings core(Path home) {
    Settings settings =
        new Settings().set("fs.defaultFS", filesystem()).set("hadoop.tmp.dir", home.resolve("tmp"));
    if (spec.hasRacks()) {
      RackTable.configure(settings, home.resolve("conf"));
    }
    return settings;
  }

  private Settings hdfs(Path home) {
    Settings settings =
        new Settings()
            .set("dfs.namenode.name.dir", clientHome(spec).resolve("namenode").toUri())
            .set("dfs.namenode.safemode.extension", 0)
            // Addresses need not resolve to host names.
            .set("dfs.namenode.datanode.registration.ip-hostname-check", false)
            .set("dfs.replication", Math.min(3, dataNodes()));
    find(Role.NAMENODE).ifPresent(daemon -> settings.listen(daemon, Port.NAMENODE_HTTP));
    find(Role.DATANODE, home)
        .ifPresent(
            daemon -> {
              settings
                  .set("dfs.datanode.data.dir", below(spec.disks().data(), home, "datanode", true))
                  .set("dfs.datanode.hostname", daemon.host())
                  .listen(daemon, Port.DATANODE_DATA, Port.DATANODE_IPC, Port.DATANODE_HTTP);
              daemon.volumes().ifPresent(volumes -> limit(settings, volumes, daemon));
            });
    return settings;
  }

  private void limit(Settings settings, Volumes volumes, Daemon daemon) {
    Long room = facts.roomBytes().get(daemon.node().name());
    DataNodeSettings.add(
        settings,
        volumes,
        daemon.home().resolve("datanode"),
        room == null ? OptionalLong.empty() : OptionalLong.of(room));
  }

  /** The home's directories of a name on all disks, separated by commas. */
  private String below(List<Path> disks, Path home, String name, boolean uris) {
    List<Path> places = disks.isEmpty() ? List.of(spec.directory()) : disks;
    return places.stream()
        .map(place -> place.resolve(spec.directory().relativize(home)).resolve(name))
        .map(path -> uris ? path.toUri().toString() : path.toString())
        .collect(Collectors.joining(","));
  }

  private int dataNodes() {
    return spec.workers().stream().mapToInt(Worker::dataNodes).sum();
  }

  private Settings yarn(Path home) {
    Settings settings =
        new Settings()
            .set("yarn.nodemanager.resource.memory-mb", sizing.workerMb())
            .set("yarn.nodemanager.resource.cpu-vcores", spec.cores())
            // YARN rounds containers up to a multiple of it; with a larger one they would not fit.
            .set("yarn.scheduler.minimum-allocation-mb", 1)
            .set("yarn.scheduler.maximum-allocation-mb", sizing.workerMb())
            .set("yarn.scheduler.maximum-allocation-vcores", spec.cores())
            // A JVM's virtual size is not the memory that it uses.
            .set("yarn.nodemanager.vmem-check-enabled", false)
            .set(
                "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 99)
            .set("yarn.nodemanager.aux-services", "mapreduce_shuffle")
            .set(
                "yarn.nodemanager.aux-services.mapreduce_shuffle.class",
                "org.apache.hadoop.mapred.ShuffleHandler")
            .set(
                "yarn.nodemanager.env-whitelist",
                "JAVA_HOME,HADOOP_CONF_DIR,HADOOP_HOME,HADOOP_YARN_HOME,HADOOP_HDFS_HOME,"
                    + "HADOOP_COMMON_HOME,CLASSPATH_PREPEND_DISTCACHE,ATHANOR_MARK,PATH,LANG,TZ")
            .set("yarn.application.classpath", containerClassPath());
    find(Role.RESOURCEMANAGER)
        .ifPresent(
            daemon ->
                settings
                    .set("yarn.resourcemanager.hostname", daemon.node().address())
                    .listen(daemon, daemon.role().ports().toArray(Port[]::new)));
    find(Role.NODEMANAGER, home)
        .ifPresent(
            daemon ->
                settings
                    .set("yarn.nodemanager.hostname", daemon.host())
                    .set(
                        "yarn.nodemanager.local-dirs",
                        below(spec.disks().local(), home, "local", false))
                    .set("yarn.nodemanager.log-dirs", home.resolve("containers"))
                    .listen(
                        daemon,
                        Port.NODEMANAGER_CONTAINERS,
                        Port.NODEMANAGER_LOCALIZER,
                        Port.NODEMANAGER_HTTP));
    return settings;
  }

  private Settings mapred(Path home) {
    boolean yarn = spec.services().contains(Service.YARN);
    boolean hdfs = spec.services().contains(Service.HDFS);
    int masterHeap = Sizing.heapMb(sizing.masterMb());
    int taskHeap = Sizing.heapMb(sizing.taskMb());
    String opens = String.join(" ", OPENS);
    Settings settings =
        new Settings()
            .set("mapreduce.framework.name", yarn ? "yarn" : "local")
            .set("mapreduce.application.classpath", containerClassPath())
            // The NodeManagers of some releases do not know what clients of others ask for.
            .set("mapreduce.jvm.add-opens-as-default", false)
            .set(
                "yarn.app.mapreduce.am.staging-dir",
                hdfs ? "/user" : spec.directory().resolve("staging"))
            .set("yarn.app.mapreduce.am.resource.mb", sizing.masterMb())
            .set("yarn.app.mapreduce.am.command-opts", "-Xmx" + masterHeap + "m")
            .set("yarn.app.mapreduce.am.admin-command-opts", opens)
            .set("mapreduce.admin.map.child.java.opts", opens)
            .set("mapreduce.admin.reduce.child.java.opts", opens)
            .set("mapreduce.map.memory.mb", sizing.taskMb())
            .set("mapreduce.map.java.opts", "-Xmx" + taskHeap + "m")
            .set("mapreduce.reduce.memory.mb", sizing.taskMb())
            .set("mapreduce.reduce.java.opts", "-Xmx" + taskHeap + "m")
            .set("mapreduce.task.io.sort.mb", Math.min(1024, taskHeap / 4));
    find(Role.HISTORYSERVER)
        .ifPresent(daemon -> settings.listen(daemon, daemon.role().ports().toArray(Port[]::new)));
    find(Role.NODEMANAGER, home)
        .ifPresent(
            daemon ->
                settings.set(
                    Port.NODEMANAGER_SHUFFLE.key(), daemon.ports().get(Port.NODEMANAGER_SHUFFLE)));
    return settings;
  }

  private static Settings scheduler() {
    String root = "yarn.scheduler.capacity.root.";
    return new Settings()
        .set(root + "queues", "default")
        .set(root + "default.capacity", 100)
        .set(root + "default.maximum-capacity", 100)
        .set(root + "default.user-limit-factor", 1)
        .set("yarn.scheduler.capacity.maximum-am-resource-percent", 0.5);
  }

  /** Separated by commas, as Hadoop expects. Containers use their NodeManager's configuration. */
  private String containerClassPath() {
    return "$HADOOP_CONF_DIR," + String.join(",", spec.classPath());
  }

  private Optional<Daemon> find(Role role) {
    return daemons.stream().filter(daemon -> daemon.role() == role).findFirst();
  }

  private Optional<Daemon> find(Role role, Path home) {
    return daemons.stream()
        .filter(daemon -> daemon.role() == role && daemon.home().equals(home))
        .findFirst();
  }
}
