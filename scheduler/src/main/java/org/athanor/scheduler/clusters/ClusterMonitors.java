// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.View;
import org.athanor.yaml.text.Nearest;

/**
 * Watches clusters: asks each ResourceManager again and again, and keeps what it said last. A value
 * that is older than {@link Settings#oldest} counts no more. A local cluster has what its limits
 * say, or the whole machine, and no foreign load.
 */
public final class ClusterMonitors implements ClusterSource, AutoCloseable {
  private final Map<String, Cluster> clusters = new LinkedHashMap<>();
  private final Map<String, YarnCluster> yarn = new LinkedHashMap<>();
  private final Map<String, Poller> pollers = new LinkedHashMap<>();
  private final Clock clock;

  /**
   * How clusters are watched.
   *
   * @param interval time between the end of a poll and the next one
   * @param timeout of each request; a poll makes up to four
   * @param oldest age above which a load counts no more
   */
  public record Settings(Duration interval, Duration timeout, Duration oldest) {
    /** Every 5 s, 5 s for each request; loads count for a minute. */
    public static final Settings USUAL =
        new Settings(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMinutes(1));
  }

  /**
   * Starts to watch. Waits until each cluster was asked once, which takes as long as the slowest
   * answer, or the time-outs.
   *
   * @param own whether a tag of an application, in lower case, is one of this scheduler's
   * @throws InterruptedException if the thread is interrupted while it waits; nothing is watched
   */
  public static ClusterMonitors start(
      List<Cluster> clusters, Predicate<String> own, Settings settings, Clock clock)
      throws InterruptedException {
    ClusterMonitors monitors = new ClusterMonitors(clusters, own, settings, clock);
    monitors.pollers.values().forEach(Poller::start);
    try {
      for (Poller poller : monitors.pollers.values()) {
        poller.awaitFirst();
      }
    } catch (InterruptedException interrupted) {
      monitors.close();
      throw interrupted;
    }
    return monitors;
  }

  private ClusterMonitors(
      List<Cluster> all, Predicate<String> own, Settings settings, Clock clock) {
    this.clock = clock;
    for (Cluster cluster : all) {
      clusters.put(cluster.name(), cluster);
      if (cluster.kind() instanceof Kind.Yarn kind) {
        YarnCluster client = new YarnCluster(kind, own, settings.timeout());
        yarn.put(cluster.name(), client);
        pollers.put(
            cluster.name(),
            new Poller(cluster.name(), () -> client.load(clock.instant()), settings));
      }
    }
  }

  @Override
  public List<Cluster> clusters() {
    return List.copyOf(clusters.values());
  }

  @Override
  public ClusterLoad load(String name) {
    Cluster cluster = known(name);
    Poller poller = pollers.get(name);
    ClusterLoad load = poller == null ? local() : poller.load(clock.instant());
    return load instanceof ClusterLoad.Known known ? limited(cluster, known) : load;
  }

  private ClusterLoad local() {
    return new ClusterLoad.Known(
        thisMachine(), Resources.NONE, 1, clock.instant(), Optional.empty());
  }

  /** The processors and the memory that a local cluster without limits has. */
  public static Resources thisMachine() {
    OperatingSystemMXBean machine =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Resources(machine.getAvailableProcessors(), machine.getTotalMemorySize(), 0, 0);
  }

  /** Limits what may be used, and adds the rates that no ResourceManager knows. */
  private static ClusterLoad limited(Cluster cluster, ClusterLoad.Known known) {
    Resources hard = cluster.limits().of(known.total());
    Resources all =
        new Resources(
            hard.vcores(),
            hard.memoryBytes(),
            cluster.traits().diskBytesPerSecond().orElse(CopyRates.UNLIMITED),
            cluster.traits().networkBytesPerSecond().orElse(CopyRates.UNLIMITED));
    // What others use counts against the limit only as far as they leave less than it allows.
    Resources free = known.total().minus(known.foreign()).atMost(hard);
    return new ClusterLoad.Known(
        all, hard.minus(free), known.nodes(), known.node(), known.at(), known.trouble());
  }

  @Override
  public List<Application> applications(String cluster, String tag)
      throws ClusterUnavailableException {
    known(cluster);
    YarnCluster client = yarn.get(cluster);
    return client == null ? List.of() : client.applications(tag);
  }

  @Override
  public List<Application> history(String cluster, String tag, Instant since)
      throws ClusterUnavailableException {
    known(cluster);
    YarnCluster client = yarn.get(cluster);
    return client == null ? List.of() : client.history(tag, since);
  }

  @Override
  public Optional<Application> application(String cluster, String id)
      throws ClusterUnavailableException {
    known(cluster);
    YarnCluster client = yarn.get(cluster);
    return client == null ? Optional.empty() : client.application(id);
  }

  private Cluster known(String name) {
    Cluster cluster = clusters.get(name);
    if (cluster == null) {
      throw new IllegalArgumentException(
          "cluster " + name + ": " + Nearest.unknown("cluster", name, clusters.keySet()));
    }
    return cluster;
  }

  /** How fast inputs are copied between the clusters. */
  public View.Network network() {
    return new CopyRates(clusters.values());
  }

  /** Stops watching. */
  @Override
  public void close() {
    pollers.values().forEach(Poller::close);
  }
}
