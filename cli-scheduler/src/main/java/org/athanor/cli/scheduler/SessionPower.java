// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.power.Demand;
import org.athanor.scheduler.power.PowerControl;
import org.athanor.scheduler.power.PowerRehearsal;
import org.athanor.scheduler.power.SleepingClusters;
import org.athanor.scheduler.power.SleepingNodes;
import org.athanor.scheduler.service.ComingDemand;
import org.athanor.scheduler.service.Scheduler;
import org.athanor.scheduler.service.Seen;

/**
 * The power-down of a session. No thread of the scheduler waits for it, and its threads do not wait
 * for the scheduler: what that needs is known from the last time that it said so.
 */
final class SessionPower implements Closeable {
  private final List<Cluster> clusters;
  private Optional<PowerControl> control = Optional.empty();
  private Optional<PowerRehearsal> rehearsal = Optional.empty();
  private volatile Scheduler scheduler; // null before the start
  // The rest: thread of the power control only.
  private CompletableFuture<Seen> asked;
  private Map<String, Demand> known = Map.of();

  /** Prepares. Whoever does must be the leader of the state directory. */
  SessionPower(
      PowerMode mode,
      List<Cluster> clusters,
      StateDirectory directory,
      ClusterConfigurations configurations,
      InstantSource clock,
      Consumer<String> notices)
      throws IOException {
    this.clusters = List.copyOf(clusters);
    HadoopClients clients = new HadoopClients(configurations);
    PowerControl.Parts parts =
        new PowerControl.Parts(
            new HadoopNodeWatch(clients, clock),
            new HdfsCoverage(clients),
            this::demand,
            clock,
            notices);
    if (mode == PowerMode.ACT) {
      control = Optional.of(new PowerControl(clusters, directory.path(), PowerControl.LOOK, parts));
    } else if (mode == PowerMode.DRY_RUN) {
      rehearsal = Optional.of(new PowerRehearsal(clusters, PowerControl.LOOK, parts));
    }
  }

  /** Whether any cluster has nodes that may be off. */
  static boolean hasNodes(List<Cluster> clusters) {
    return clusters.stream().anyMatch(cluster -> cluster.powerDown().isPresent());
  }

  /** The clusters, with their sleeping nodes. */
  ClusterSource clusters(ClusterSource awake) {
    return control.isPresent() ? new SleepingClusters(awake, this::asleep) : awake;
  }

  private SleepingNodes asleep(String cluster) {
    return control.map(it -> it.asleep(cluster)).orElse(SleepingNodes.NONE);
  }

  /** Begins to act. */
  void start(Scheduler works) {
    scheduler = works;
    control.ifPresent(PowerControl::start);
    rehearsal.ifPresent(PowerRehearsal::start);
  }

  private Demand demand(String cluster) {
    Scheduler works = scheduler;
    CompletableFuture<Seen> last = asked;
    if (last != null && last.isDone()) {
      asked = null;
      if (!last.isCompletedExceptionally()) {
        known =
            ComingDemand.of(
                last.join(), clusters.stream().map(Cluster::name).toList(), this::bootTime);
      }
    }
    if (asked == null && works != null) {
      asked = works.see();
    }
    return known.getOrDefault(cluster, Demand.NONE);
  }

  private Duration bootTime(String cluster) {
    SleepingNodes nodes = asleep(cluster);
    return nodes.count() == 0 ? Duration.ZERO : nodes.boot();
  }

  @Override
  public void close() throws IOException {
    if (control.isPresent()) {
      control.get().close();
    }
    rehearsal.ifPresent(PowerRehearsal::close);
  }
}
