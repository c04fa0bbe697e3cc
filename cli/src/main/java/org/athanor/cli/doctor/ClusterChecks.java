// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.yarn.WorkerSize;

/** Checks of a YARN cluster: whether it answers, what it offers, and what a session would get. */
final class ClusterChecks {
  private static final int LEAST_JAVA = 17;

  /** More nodes are not asked for their Java, to be done in time. */
  private static final int MOST_ASKED = 20;

  private final Target target;
  private final Supplier<Cluster> cluster;

  /** Once the ResourceManager has answered; a check that comes later and finds null was not. */
  private volatile List<NodeReport> nodes;

  /**
   * @param cluster makes a client, which may take a while
   */
  ClusterChecks(Target target, Supplier<Cluster> cluster) {
    this.target = target;
    this.cluster = new Once<>(cluster);
  }

  /** Makes an object when it is first asked for. Thread-safe. */
  private static final class Once<T> implements Supplier<T> {
    private final Supplier<T> maker;
    private T made;

    Once(Supplier<T> maker) {
      this.maker = maker;
    }

    @Override
    public synchronized T get() {
      if (made == null) {
        made = maker.get();
      }
      return made;
    }
  }

  List<Check> all() {
    String remedy = "look at the ResourceManager's log";
    return List.of(
        Check.of(
            "ResourceManager",
            "start it, or correct yarn.resourcemanager.address",
            this::resourceManager),
        Check.of("NodeManagers", remedy, this::nodeManagers),
        Check.of("Java of nodes", remedy, this::javaOfNodes),
        Check.of("Workers", remedy, this::workers),
        Check.of("queue", remedy, this::queue));
  }

  private List<NodeReport> nodes() throws NotCheckedException {
    List<NodeReport> known = nodes;
    if (known == null) {
      throw new NotCheckedException("the ResourceManager does not answer");
    }
    return known;
  }

  private List<NodeReport> running() throws NotCheckedException {
    return nodes().stream().filter(node -> node.getNodeState() == NodeState.RUNNING).toList();
  }

  private Finding resourceManager() throws IOException {
    Cluster asked = cluster.get();
    try {
      nodes = asked.nodes();
    } catch (IOException e) {
      throw new IOException(asked.address() + ": " + Reasons.of(e), e);
    }
    Optional<String> theirs = asked.hadoopVersion();
    String text = asked.address() + theirs.map(version -> ", Hadoop " + version).orElse("");
    String ours = VersionInfo.getVersion();
    boolean differs = theirs.filter(version -> !version.equals(ours)).isPresent();
    return differs
            && target.conf().get(MRJobConfig.MAPREDUCE_APPLICATION_FRAMEWORK_PATH, "").isEmpty()
        ? Finding.warning(
            text + ", but the client has " + ours,
            "set ATHANOR_HADOOP_CLASSPATH to what `hadoop classpath` prints there")
        : Finding.ok(text);
  }

  private Finding nodeManagers() throws NotCheckedException {
    List<NodeReport> running = running();
    if (running.isEmpty()) {
      return Finding.problem("none runs", "start a NodeManager");
    }
    for (NodeReport node : running) {
      String host = node.getNodeId().getHost();
      try {
        InetAddress unused = InetAddress.getByName(host);
      } catch (UnknownHostException e) {
        return Finding.problem(
            "this machine has no address for the node " + host,
            "add it to DNS or /etc/hosts: the client connects to the ApplicationMaster there");
      }
    }
    String text = running.size() + " running, each offering " + offers(running);
    List<String> unhealthy = new ArrayList<>();
    for (NodeReport node : nodes()) {
      if (node.getNodeState() == NodeState.UNHEALTHY) {
        unhealthy.add(
            node.getNodeId() + " (" + String.valueOf(node.getHealthReport()).strip() + ")");
      }
    }
    return unhealthy.isEmpty()
        ? Finding.ok(text)
        : Finding.warning(
            text + ", unhealthy: " + String.join(", ", unhealthy),
            "look at the disks of these nodes");
  }

  private static String offers(List<NodeReport> running) {
    Map<String, Integer> offers = new TreeMap<>();
    for (NodeReport node : running) {
      offers.merge(text(node.getCapability()), 1, Integer::sum);
    }
    return String.join(" or ", offers.keySet());
  }

  private static String text(Resource resource) {
    return resource.getMemorySize() + " MB and " + vcores(resource.getVirtualCores());
  }

  private static String vcores(int count) {
    return count + (count == 1 ? " vcore" : " vcores");
  }

  /** Containers run the Java of their NodeManager, unless the configuration names another. */
  private Finding javaOfNodes() throws NotCheckedException {
    for (String key : List.of(MRJobConfig.MR_AM_ENV, MRJobConfig.MAP_ENV, MRJobConfig.REDUCE_ENV)) {
      if (target.conf().get(key, "").contains("JAVA_HOME=")
          || target.conf().get(key + ".JAVA_HOME") != null) {
        return Finding.ok("containers have the JAVA_HOME of " + key + ", which was not looked at");
      }
    }
    Map<String, Integer> versions = new TreeMap<>();
    String old = null;
    List<NodeReport> running = running();
    for (NodeReport node : running.subList(0, Math.min(MOST_ASKED, running.size()))) {
      Optional<String> version = cluster.get().javaOf(node);
      version.ifPresent(known -> versions.merge(known, 1, Integer::sum));
      if (version.isPresent() && feature(version.get()) < LEAST_JAVA) {
        old = node.getNodeId().getHost() + " runs Java " + version.get();
      }
    }
    if (old != null) {
      return Finding.problem(
          "the NodeManager on " + old,
          "Workers need "
              + LEAST_JAVA
              + ": set JAVA_HOME in "
              + MRJobConfig.MR_AM_ENV
              + ", "
              + MRJobConfig.MAP_ENV
              + " and "
              + MRJobConfig.REDUCE_ENV);
    }
    if (versions.isEmpty()) {
      throw new NotCheckedException("the NodeManagers' pages cannot be read from here");
    }
    List<String> texts = new ArrayList<>();
    versions.forEach((version, count) -> texts.add(version + " on " + count));
    return Finding.ok(String.join(", ", texts) + " of " + running.size() + " NodeManagers");
  }

  /** From 8 on; before, versions began with 1. */
  private static int feature(String version) {
    String number = version.startsWith("1.") ? version.substring(2) : version;
    try {
      return Integer.parseInt(number.replaceAll("\\D.*", ""));
    } catch (NumberFormatException e) {
      return LEAST_JAVA; // unknown, so that nothing is claimed
    }
  }

  private Finding workers() throws IOException, NotCheckedException {
    List<NodeReport> running = running();
    YarnSettings settings;
    try {
      settings = YarnSettings.of(target.conf());
    } catch (InvalidSettingException e) {
      throw new NotCheckedException("a setting is not allowed");
    }
    Resource largest = cluster.get().largestContainer();
    WorkerSize size;
    try {
      size = WorkerSize.of(settings, target.conf(), running, largest);
    } catch (IOException e) {
      return Finding.problem(Reasons.of(e), "change the setting, or the cluster's");
    }
    String text =
        size.workers()
            + (size.workers() == 1 ? " Worker" : " Workers")
            + " of "
            + size.memoryMb()
            + " MB, "
            + vcores(size.vcores())
            + " and "
            + size.threads()
            + (size.threads() == 1 ? " thread" : " threads")
            + ", a master of "
            + settings.masterMemoryMb()
            + " MB and "
            + vcores(settings.masterVcores());
    if (settings.masterVcores() > largest.getVirtualCores()) {
      return Finding.problem(
          text + "; the largest container has " + text(largest),
          "lower " + MRJobConfig.MR_AM_CPU_VCORES);
    }
    return fit(size, settings, running, text);
  }

  /** Compares with what the nodes have, and with what is free on them now. */
  private static Finding fit(
      WorkerSize size, YarnSettings settings, List<NodeReport> running, String text) {
    long room = places(size, settings, running, false);
    long now = places(size, settings, running, true);
    if (room == 0) {
      return Finding.problem(
          text + ": no node has room for one beside the master",
          "lower " + EngineKeys.YARN_WORKER_MEMORY.name());
    }
    if (room < size.workers()) {
      return Finding.warning(
          text + ": the nodes have room for " + room, "lower " + EngineKeys.YARN_WORKERS.name());
    }
    return now < size.workers()
        ? Finding.warning(
            text + ": other applications leave room for " + now + " now", "the others start later")
        : Finding.ok(text);
  }

  /** How many Workers find room by memory, beside one master on the node that suits best. */
  private static long places(
      WorkerSize size, YarnSettings settings, List<NodeReport> running, boolean free) {
    long all = 0;
    long least = Long.MAX_VALUE; // Workers that the master costs
    for (NodeReport node : running) {
      long memory = node.getCapability().getMemorySize();
      Resource used = node.getUsed();
      if (free && used != null) {
        memory -= used.getMemorySize();
      }
      long alone = Math.max(0, memory) / size.memoryMb();
      long beside = Math.max(0, memory - settings.masterMemoryMb()) / size.memoryMb();
      all += alone;
      if (memory >= settings.masterMemoryMb()) {
        least = Math.min(least, alone - beside);
      }
    }
    return least == Long.MAX_VALUE ? 0 : all - least;
  }

  private Finding queue() throws IOException, NotCheckedException {
    List<NodeReport> unused = nodes();
    String name = target.conf().getQueueName();
    Optional<QueueInfo> found = cluster.get().queue(name);
    String change = "set " + MRJobConfig.QUEUE_NAME + " to another queue";
    if (found.isEmpty()) {
      return Finding.problem("there is no queue " + name, change);
    }
    QueueInfo queue = found.get();
    if (queue.getQueueState() != QueueState.RUNNING) {
      return Finding.problem("queue " + name + " is " + queue.getQueueState(), change);
    }
    if (queue.getChildQueues() != null && !queue.getChildQueues().isEmpty()) {
      return Finding.problem(
          "queue " + name + " has queues below it", change + ", such as one of them");
    }
    Optional<Boolean> allowed = cluster.get().maySubmitTo(name);
    if (allowed.filter(may -> !may).isPresent()) {
      return Finding.problem("this user may not submit to queue " + name, change);
    }
    return Finding.ok(
        name
            + allowed
                .map(may -> ", to which this user may submit")
                .orElse(", whose rights are not shown"));
  }
}
