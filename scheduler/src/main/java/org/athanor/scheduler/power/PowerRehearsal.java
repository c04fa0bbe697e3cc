// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;

/**
 * Says what {@link PowerControl} would do, and does nothing: it asks HDFS and YARN, runs no
 * command, and writes no journal. A node that would be switched off counts as off from then on. All
 * is done on the thread {@code athanor-power}.
 */
public final class PowerRehearsal implements Closeable {
  private final PowerControl.Parts parts;
  private final Duration interval;
  private final List<Rehearsed> clusters = new ArrayList<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(PowerRehearsal::thread);

  /** A cluster, and its nodes as they would be. */
  private static final class Rehearsed {
    private final Cluster cluster;
    private final PowerDown settings;
    private final PowerPlanner planner;
    private final Map<String, NodeState> nodes = new LinkedHashMap<>();
    private String trouble = "";

    Rehearsed(Cluster cluster, PowerDown settings, Power power, Instant now) {
      this.cluster = cluster;
      this.settings = settings;
      this.planner = new PowerPlanner(settings, power);
      settings.nodes().forEach(node -> nodes.put(node, NodeState.on(now)));
    }
  }

  /**
   * Prepares; nothing is asked before {@link #start}.
   *
   * @param all clusters; those without power-down are left alone
   * @param interval between two looks at a cluster
   */
  public PowerRehearsal(List<Cluster> all, Duration interval, PowerControl.Parts parts) {
    this.parts = parts;
    this.interval = interval;
    for (Cluster cluster : all) {
      cluster
          .powerDown()
          .ifPresent(
              settings ->
                  clusters.add(
                      new Rehearsed(
                          cluster,
                          settings,
                          cluster.traits().power().orElseThrow(),
                          parts.clock().instant())));
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "athanor-power");
    thread.setDaemon(true);
    return thread;
  }

  /** Begins to look. */
  public void start() {
    var unused =
        thread.scheduleWithFixedDelay(
            () -> clusters.forEach(this::look), 0, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look(Rehearsed here) {
    try {
      Look look = parts.watch().look(here.cluster, here.settings.nodes());
      Instant now = parts.clock().instant();
      Demand ours = parts.ours().apply(here.cluster.name());
      Map<String, String> asked = new LinkedHashMap<>();
      for (Want want : here.planner.plan(here.nodes, look, ours, now)) {
        if (want.event() instanceof Event.Sleep sleep) {
          asked.put(want.node(), sleep.reason());
        } else if (want.event() instanceof Event.Wake wake) {
          back(here, want.node(), now);
          tell(here, want.node(), "would be switched on: " + wake.reason());
        }
      }
      if (!asked.isEmpty()) {
        ask(here, asked, now);
      }
      here.trouble = "";
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      if (!why.equals(here.trouble)) {
        here.trouble = why;
        parts.notices().accept("cluster " + here.cluster.name() + ": nothing is planned: " + why);
      }
    }
  }

  private static void back(Rehearsed here, String node, Instant now) {
    here.nodes.put(node, NodeState.on(now).quietUntil(now.plus(here.settings.times().boot())));
  }

  private void ask(Rehearsed here, Map<String, String> reasons, Instant now) throws IOException {
    Set<String> off = new LinkedHashSet<>();
    for (Rehearsed each : clusters) {
      each.nodes.forEach(
          (node, state) -> {
            if (!state.phase().works()) {
              off.add(node);
            }
          });
    }
    Map<String, String> refusals =
        parts.coverage().mustStay(here.cluster, off, List.copyOf(reasons.keySet()));
    reasons.forEach(
        (node, reason) -> {
          String refusal = refusals.get(node);
          if (refusal == null) {
            here.nodes.computeIfPresent(
                node, (name, state) -> state.to(Phase.OFF, now, reason, Optional.empty()));
            tell(here, node, "would be switched off: " + reason);
          } else {
            here.nodes.computeIfPresent(
                node, (name, state) -> state.quietUntil(now.plus(NodeMachine.REFUSED)));
            tell(here, node, "would stay on: " + refusal);
          }
        });
  }

  private void tell(Rehearsed here, String node, String text) {
    parts.notices().accept("node " + node + " of cluster " + here.cluster.name() + " " + text);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
