// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.athanor.scheduler.ledger.Resources;
import tools.jackson.databind.JsonNode;

/** Asks the ResourceManager of one cluster for its load and for applications. Thread-safe. */
final class YarnCluster {
  static final double MIB = 1 << 20;
  private static final Pattern ID = Pattern.compile("application_\\d{1,19}_\\d{1,10}");

  private final Kind.Yarn kind;
  private final Predicate<String> own;
  private final ResourceManager manager;
  private final Optional<HistoryServer> history;

  /**
   * Makes a client.
   *
   * @param own whether a tag, in lower case, is one of this scheduler's
   * @param timeout of each request
   */
  YarnCluster(Kind.Yarn kind, Predicate<String> own, Duration timeout) {
    this.kind = kind;
    this.own = own;
    this.manager = new ResourceManager(kind.resourceManagers(), timeout);
    this.history = kind.history().map(address -> new HistoryServer(address, timeout));
  }

  /**
   * The nodes that jobs may run on.
   *
   * @param used by all applications
   */
  private record Partition(Resources total, Resources used, int nodes) {}

  /**
   * Asks for the load. Foreign use is what the nodes, or the queue, use beyond this scheduler's
   * applications; and of a queue that is limited by others, what it cannot get now.
   */
  ClusterLoad.Known load(Instant now) throws ClusterUnavailableException {
    Partition partition = kind.label().isPresent() ? labelled(kind.label().get()) : unlabelled();
    Resources ours = own();
    Resources total = partition.total();
    Resources foreign = partition.used().minus(ours);
    if (kind.queue().isPresent()) {
      Queues.Share share =
          new Queues(get("/scheduler"))
              .share(kind.queue().get(), kind.label().orElse(""), partition.total());
      Resources free = partition.total().minus(partition.used());
      total = share.most();
      foreign = greater(share.used().minus(ours), total.minus(free).minus(ours));
    }
    return new ClusterLoad.Known(
        total,
        foreign.atMost(total),
        partition.nodes(),
        ClusterLoad.Known.node(partition.total(), partition.nodes()),
        now,
        Optional.empty());
  }

  private static Resources greater(Resources one, Resources other) {
    return new Resources(
        Math.max(one.vcores(), other.vcores()),
        Math.max(one.memoryBytes(), other.memoryBytes()),
        0,
        0);
  }

  private Partition unlabelled() throws ClusterUnavailableException {
    JsonNode metrics = get("/metrics").path("clusterMetrics");
    double vcores = Answers.amount(metrics, "totalVirtualCores");
    double megabytes = Answers.amount(metrics, "totalMB");
    // The amounts are those of the nodes without a label, but activeNodes counts all.
    JsonNode all = metrics.path("totalClusterResourcesAcrossPartition");
    boolean labels =
        all.path("vCores").asDouble(0) > vcores || all.path("memory").asDouble(0) > megabytes;
    return new Partition(
        new Resources(vcores, megabytes * MIB, 0, 0),
        new Resources(
            vcores - Math.min(vcores, Answers.amount(metrics, "availableVirtualCores")),
            (megabytes - Math.min(megabytes, Answers.amount(metrics, "availableMB"))) * MIB,
            0,
            0),
        labels ? nodesWithoutLabel() : (int) Answers.amount(metrics, "activeNodes"));
  }

  private int nodesWithoutLabel() throws ClusterUnavailableException {
    int nodes = 0;
    for (JsonNode node : runningNodes()) {
      if (labels(node).isEmpty()) {
        nodes++;
      }
    }
    return nodes;
  }

  private List<JsonNode> runningNodes() throws ClusterUnavailableException {
    return Answers.items(get("/nodes?states=RUNNING").path("nodes"), "node");
  }

  private Partition labelled(String label) throws ClusterUnavailableException {
    Resources total = Resources.NONE;
    Resources used = Resources.NONE;
    int nodes = 0;
    for (JsonNode node : runningNodes()) {
      if (hasLabel(node, label)) {
        Resources busy =
            new Resources(
                Answers.amount(node, "usedVirtualCores"),
                Answers.amount(node, "usedMemoryMB") * MIB,
                0,
                0);
        Resources idle =
            new Resources(
                Answers.amount(node, "availableVirtualCores"),
                Answers.amount(node, "availMemoryMB") * MIB,
                0,
                0);
        total = total.plus(busy).plus(idle);
        used = used.plus(busy);
        nodes++;
      }
    }
    if (nodes == 0) {
      throw new ClusterUnavailableException(
          "no node that runs has the label " + label + "; yarn rmadmin sets labels of nodes");
    }
    return new Partition(total, used, nodes);
  }

  /** Whether a node has a label. */
  static boolean hasLabel(JsonNode node, String label) {
    return labels(node).contains(label);
  }

  /** The labels of a node; their form depends on the release. */
  private static Set<String> labels(JsonNode node) {
    JsonNode labels = node.path("nodeLabels");
    Set<String> all = new HashSet<>();
    if (labels.isString()) {
      all.add(labels.stringValue());
    }
    for (JsonNode each : labels) {
      if (each.isString()) {
        all.add(each.stringValue());
      }
    }
    all.remove("");
    return all;
  }

  /** What this scheduler's applications use of the queue, or of the nodes with the label. */
  private Resources own() throws ClusterUnavailableException {
    Resources sum = Resources.NONE;
    JsonNode answer = get("/apps?states=ACCEPTED,RUNNING&deSelects=resourceRequests");
    for (JsonNode each : apps(answer)) {
      boolean counts =
          Applications.isOwn(each)
              && Applications.tags(each).stream().anyMatch(own)
              && kind.queue().map(queue -> Queues.same(queue, queue(each))).orElse(true)
              && runsOnLabel(each);
      if (counts) {
        // -1 until there is a container
        double vcores = Math.max(0, each.path("allocatedVCores").asDouble(0));
        double megabytes = Math.max(0, each.path("allocatedMB").asDouble(0));
        sum = sum.plus(new Resources(vcores, megabytes * MIB, 0, 0));
      }
    }
    return sum;
  }

  private static String queue(JsonNode application) {
    return Answers.text(application, "queue");
  }

  /**
   * An application without a label of its own runs on the label of its ApplicationMaster, which is
   * all that Spark's have, or on the one that its queue has by default.
   */
  private boolean runsOnLabel(JsonNode application) {
    for (String where : List.of("appNodeLabelExpression", "amNodeLabelExpression")) {
      String label = Answers.text(application, where).strip();
      if (!label.isEmpty() && !label.startsWith("<")) {
        return label.equals(kind.label().orElse(""));
      }
    }
    return kind.label().isEmpty() || kind.queue().isPresent();
  }

  /** This user's applications with a tag: all that the ResourceManager keeps. */
  List<Application> applications(String tag) throws ClusterUnavailableException {
    String wanted = tag.toLowerCase(Locale.ROOT);
    String path =
        "/apps?deSelects=resourceRequests&applicationTags="
            + URLEncoder.encode(wanted, StandardCharsets.UTF_8);
    JsonNode answer = manager.getWhenRecovered(path).orElseThrow(() -> missing(path));
    List<Application> all = new ArrayList<>();
    for (JsonNode each : apps(answer)) {
      Application application = Applications.read(each);
      // A ResourceManager that does not know the parameter would give all.
      if (Applications.isOwn(each) && application.tags().contains(wanted)) {
        all.add(application);
      }
    }
    return all;
  }

  /** As {@link ClusterSource#history}. */
  List<Application> history(String tag, Instant since) throws ClusterUnavailableException {
    return history.isPresent() ? history.get().ended(tag, since) : List.of();
  }

  private static List<JsonNode> apps(JsonNode answer) throws ClusterUnavailableException {
    if (!answer.has("apps")) {
      throw new ClusterUnavailableException(
          "the ResourceManager's answer about applications has no apps");
    }
    return Answers.items(answer.path("apps"), "app");
  }

  /** An application by its identifier. */
  Optional<Application> application(String id) throws ClusterUnavailableException {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "application " + id + ": must be such as application_1700000000000_0001");
    }
    Optional<JsonNode> answer = manager.get("/apps/" + id);
    return answer.isEmpty()
        ? Optional.empty()
        : Optional.of(Applications.read(answer.get().path("app")));
  }

  private JsonNode get(String path) throws ClusterUnavailableException {
    return manager.get(path).orElseThrow(() -> missing(path));
  }

  private static ClusterUnavailableException missing(String path) {
    return new ClusterUnavailableException("the ResourceManager has no /ws/v1/cluster" + path);
  }
}
