// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.ledger.Resources;

/**
 * Clusters with what their sleeping nodes have: a job may be started on these, waits in YARN's
 * queue until they work, and so wakes them. Without them a cluster would look smaller than it is.
 * Any thread may call it.
 */
public final class SleepingClusters implements ClusterSource {
  private final ClusterSource awake;
  private final Function<String, SleepingNodes> asleep;

  /**
   * Wraps a source.
   *
   * @param asleep the sleeping nodes of a cluster; does not wait
   */
  public SleepingClusters(ClusterSource awake, Function<String, SleepingNodes> asleep) {
    this.awake = awake;
    this.asleep = asleep;
  }

  @Override
  public List<Cluster> clusters() {
    return awake.clusters();
  }

  @Override
  public ClusterLoad load(String name) {
    ClusterLoad load = awake.load(name);
    if (!(load instanceof ClusterLoad.Known known)) {
      return load;
    }
    Resources more = more(name, known.total());
    return more.equals(Resources.NONE)
        ? load
        : new ClusterLoad.Known(
            known.total().plus(more),
            known.foreign(),
            known.nodes(),
            known.node(),
            known.at(),
            known.trouble());
  }

  /** Up to what the file of clusters allows. */
  private Resources more(String name, Resources total) {
    Resources more = asleep.apply(name).of(total);
    Cluster.Limits limits = awake.cluster(name).orElseThrow().limits();
    return new Resources(
        Math.min(
            more.vcores(), Math.max(0, limits.vcores().orElse(Double.MAX_VALUE) - total.vcores())),
        limits.memoryBytes().isPresent()
            ? Math.min(
                more.memoryBytes(),
                Math.max(0, limits.memoryBytes().getAsLong() - total.memoryBytes()))
            : more.memoryBytes(),
        0,
        0);
  }

  @Override
  public Duration delay(String name, Resources needs, Resources free) {
    SleepingNodes nodes = asleep.apply(name);
    if (nodes.count() == 0 || !(awake.load(name) instanceof ClusterLoad.Known known)) {
      return Duration.ZERO;
    }
    Resources now = free.minus(more(name, known.total()));
    return needs.fitsIn(now) ? Duration.ZERO : nodes.boot();
  }

  @Override
  public List<Application> applications(String cluster, String tag)
      throws ClusterUnavailableException {
    return awake.applications(cluster, tag);
  }

  @Override
  public List<Application> history(String cluster, String tag, Instant since)
      throws ClusterUnavailableException {
    return awake.history(cluster, tag, since);
  }

  @Override
  public Optional<Application> application(String cluster, String id)
      throws ClusterUnavailableException {
    return awake.application(cluster, id);
  }
}
