// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;

/**
 * The nodes of one cluster: what happens to each, journal first, then effects. Questions about
 * coverage are put together: one walk through the files answers those that were asked before it
 * began. One thread.
 */
public final class ClusterPower {
  private final Map<String, NodeState> nodes = new LinkedHashMap<>();
  private final Map<String, Instant> began = new LinkedHashMap<>(); // to drain, or to boot
  private final NodeMachine machine;
  private final PowerPlanner planner;
  private final Commits commits;
  private final Effects effects;
  private boolean asking;

  /** Where states are stored. */
  @FunctionalInterface
  public interface Commits {
    /**
     * Stores a state; it is on disk when this returns.
     *
     * @param before null for a node with which nothing was ever done
     */
    void commit(String node, NodeState before, NodeState after, Instant now) throws IOException;
  }

  /** What is done to nodes. Methods do not wait; answers come as events. */
  public interface Effects {
    /** Runs a command of the user. */
    void run(String node, Command.RunHook hook);

    /**
     * Asks which of some nodes must stay, see {@link Coverage#mustStay}; the answer goes to {@link
     * ClusterPower#covered}.
     *
     * @param candidates serials of the questions, by node, in the order of the candidates
     */
    void askCoverage(Set<String> leaving, Map<String, Integer> candidates);

    /** Tells the user. */
    void tell(String node, String text);
  }

  /**
   * Begins with states as they were stored.
   *
   * @param stored by node; others are on
   */
  public ClusterPower(
      PowerDown settings,
      Power power,
      Map<String, NodeState> stored,
      Commits commits,
      Effects effects,
      Instant now) {
    this.planner = new PowerPlanner(settings, power);
    this.machine = new NodeMachine(settings.times(), settings.times().boot());
    this.commits = commits;
    this.effects = effects;
    for (String node : settings.nodes()) {
      nodes.put(node, stored.getOrDefault(node, NodeState.on(now)));
    }
  }

  /** The states, by node. */
  public Map<String, NodeState> nodes() {
    return Map.copyOf(nodes);
  }

  /** Names of nodes on which HDFS may not count, now or soon. */
  Set<String> leaving() {
    return nodes.entrySet().stream()
        .filter(each -> each.getValue().phase().isLeaving())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** How long a node takes to boot, from what was seen. */
  Duration bootTime() {
    return planner.bootTime();
  }

  /** Goes on after a start of the scheduler. */
  public void restarted(Instant now) throws IOException {
    for (String node : List.copyOf(nodes.keySet())) {
      happened(node, new Event.Restarted(), now);
    }
    ask();
  }

  /**
   * HDFS and YARN were asked.
   *
   * @param ours what this scheduler needs here
   */
  public void looked(Look look, Demand ours, Instant now) throws IOException {
    for (String node : List.copyOf(nodes.keySet())) {
      happened(node, new Event.Seen(look.node(node)), now);
    }
    for (Want want : planner.plan(nodes, look, ours, now)) {
      happened(want.node(), want.event(), now);
    }
    ask();
  }

  /** Time passed. */
  public void tick(Instant now) throws IOException {
    for (Map.Entry<String, NodeState> each : List.copyOf(nodes.entrySet())) {
      if (each.getValue().next().filter(due -> !due.isAfter(now)).isPresent()) {
        happened(each.getKey(), new Event.Tick(), now);
      }
    }
    ask();
  }

  /** A command of a node ended. */
  public void hookEnded(String node, Event.HookEnded ended, Instant now) throws IOException {
    happened(node, ended, now);
    ask();
  }

  /**
   * The answer to the last question about coverage.
   *
   * @param serials of the questions that it answers, by node, as they were asked
   * @param refusals why a node must stay
   */
  public void covered(Map<String, Integer> serials, Map<String, String> refusals, Instant now)
      throws IOException {
    asking = false;
    for (Map.Entry<String, Integer> each : serials.entrySet()) {
      Optional<String> refusal = Optional.ofNullable(refusals.get(each.getKey()));
      happened(each.getKey(), new Event.Answered(each.getValue(), refusal), now);
    }
    ask();
  }

  /** Asks for all nodes whose question is open, if nothing is being asked. */
  private void ask() {
    Map<String, Integer> open = new LinkedHashMap<>();
    Set<String> leaving = new LinkedHashSet<>();
    nodes.forEach(
        (name, state) -> {
          if (state.open() && state.phase().asks()) {
            open.put(name, state.serial());
          } else if (state.phase().isLeaving()) {
            leaving.add(name);
          }
        });
    if (!asking && !open.isEmpty()) {
      asking = true;
      // Those that have gone further first.
      Map<String, Integer> candidates = new LinkedHashMap<>();
      for (Phase phase : List.of(Phase.IN_MAINTENANCE, Phase.DRAINED, Phase.CHECK)) {
        open.forEach(
            (name, serial) -> {
              if (nodes.get(name).phase() == phase) {
                candidates.put(name, serial);
              }
            });
      }
      effects.askCoverage(leaving, candidates);
    }
  }

  void happened(String node, Event event, Instant now) throws IOException {
    NodeState before = nodes.get(node);
    if (before == null) {
      return;
    }
    Step step = machine.step(before, event, now);
    if (!step.state().equals(before)) {
      commits.commit(node, before, step.state(), now);
      nodes.put(node, step.state());
      measure(node, before.phase(), step.state().phase(), now);
    }
    for (Command command : step.commands()) {
      if (command instanceof Command.RunHook hook) {
        effects.run(node, hook);
      } else if (command instanceof Command.Notify notice) {
        effects.tell(node, notice.text());
      }
    }
  }

  /** Lets the planner know how long switching takes. */
  private void measure(String node, Phase before, Phase after, Instant now) {
    if (before == after) {
      return;
    }
    switch (after) {
      case DRAIN, BOOT -> began.put(node, now);
      case OFF ->
          Optional.ofNullable(began.remove(node))
              .ifPresent(start -> planner.drained(Duration.between(start, now)));
      case ON ->
          Optional.ofNullable(began.remove(node))
              .ifPresent(start -> planner.booted(Duration.between(start, now)));
      case RETURN -> {
        if (before != Phase.BOOT) {
          began.remove(node); // it was never off
        }
      }
      case CHECK, DRAINED, ENTERING_MAINTENANCE, IN_MAINTENANCE, SWITCHING_OFF -> {}
    }
  }
}
