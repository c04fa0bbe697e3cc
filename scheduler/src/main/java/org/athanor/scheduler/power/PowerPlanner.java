// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.yaml.text.TimeSpan;

/**
 * Decides which nodes of a cluster shall be off: those that have not been needed for so long that
 * switching them off is expected to pay. Nodes are switched on as soon as they are needed, and all
 * of them if HDFS has lost nodes or blocks. Reads no clock and does no I/O; remembers how many
 * nodes were needed, how long switching took, and whether applications were waiting. One thread.
 */
public final class PowerPlanner {
  private static final int REMEMBERED = 16;
  private static final int MOST_NODES = 1_000_000;

  private final PowerDown settings;
  private final Power power;
  private final DemandHistory history = new DemandHistory();
  private final List<Duration> drains = new ArrayList<>();
  private final List<Duration> boots = new ArrayList<>();
  private boolean waited; // in the look before, for no node that was coming

  /** Makes a planner for a cluster. */
  public PowerPlanner(PowerDown settings, Power power) {
    this.settings = settings;
    this.power = power;
  }

  /** Notes how long it took from the decision until a node was off. */
  public void drained(Duration time) {
    remember(drains, time);
  }

  /** Notes how long it took from the switching on of a node until it worked. */
  public void booted(Duration time) {
    remember(boots, time);
  }

  private static void remember(List<Duration> times, Duration time) {
    times.add(time);
    if (times.size() > REMEMBERED) {
      times.remove(0);
    }
  }

  private static Duration median(List<Duration> times, Duration unless) {
    return times.isEmpty() ? unless : times.stream().sorted().toList().get((times.size() - 1) / 2);
  }

  /** How long a node takes from the switching on until it works, from what was seen. */
  public Duration bootTime() {
    return median(boots, settings.times().boot());
  }

  /** For how long a node is left idle before it is switched off. */
  Duration patience() {
    return history.patience(
        new BreakEven(
            settings.limits(), power, median(drains, settings.times().hook()), bootTime()));
  }

  /**
   * Decides.
   *
   * @param nodes the states of those that may be off
   * @param ours what this scheduler needs
   */
  public List<Want> plan(Map<String, NodeState> nodes, Look look, Demand ours, Instant now) {
    List<String> asleep = wakeable(nodes);
    boolean waits = look.pending().vcores() > 0 || look.pending().memoryBytes() > 0;
    int coming = (int) nodes.values().stream().filter(PowerPlanner::isComing).count();
    boolean stuck = waits && waited && coming == 0;
    waited = waits && coming == 0;
    if (look.missingBlocks() > 0) {
      return risk(asleep, "HDFS misses " + look.missingBlocks() + " blocks");
    }
    if (look.atRisk()) {
      return risk(asleep, "HDFS has lost replicas, or does not hear of a node");
    }
    if (look.perNode().vcores() <= 0 || look.perNode().memoryBytes() <= 0) {
      return wake(asleep, asleep.size(), "no node of YARN works");
    }
    int working = working(nodes, look);
    int needed = needed(look, ours);
    if (stuck) {
      // What is free is in pieces that are too small, or in the wrong place.
      needed =
          Math.max(needed, capped(working + Math.max(1, Math.ceil(share(look.pending(), look)))));
    }
    int target = Math.max(needed + settings.limits().spareNodes(), settings.limits().leastNodes());
    history.observe(target, working + nodes.size(), now);
    int missing = target - working - coming;
    if (missing > 0) {
      return wake(asleep, missing, needed + " nodes are needed");
    }
    return waits ? List.of() : sleep(nodes, look, working, target, now);
  }

  /** One that was needed while it was being switched off is switched on next. */
  private static boolean isComing(NodeState node) {
    return node.failures() == 0
        && (node.phase() == Phase.BOOT || node.phase() == Phase.RETURN || node.wake().isPresent());
  }

  /** Without those that YARN does not yet know to be leaving. */
  private static int working(Map<String, NodeState> nodes, Look look) {
    long leaving =
        nodes.entrySet().stream()
            .filter(each -> !each.getValue().phase().works())
            .filter(each -> look.node(each.getKey()).compute() == NodeHealth.Compute.RUNNING)
            .count();
    return (int) Math.max(0, look.working() - leaving);
  }

  private static int needed(Look look, Demand ours) {
    double nodes = share(ours.with(look.used().plus(look.pending())), look);
    return capped(Math.ceil(nodes - 1e-9));
  }

  /** How many whole nodes resources are. */
  private static double share(Resources resources, Look look) {
    return Math.max(
        resources.vcores() / look.perNode().vcores(),
        resources.memoryBytes() / look.perNode().memoryBytes());
  }

  private static int capped(double nodes) {
    return (int) Math.min(MOST_NODES, nodes);
  }

  /** Those that are not on their way to on; the ones that are there soonest first. */
  private static List<String> wakeable(Map<String, NodeState> nodes) {
    return nodes.entrySet().stream()
        .filter(each -> !each.getValue().phase().works())
        .filter(each -> each.getValue().phase() != Phase.BOOT)
        .filter(each -> each.getValue().phase() != Phase.RETURN)
        .filter(each -> each.getValue().wake().isEmpty())
        .sorted(
            Comparator.comparing((Map.Entry<String, NodeState> each) -> each.getValue().phase())
                .thenComparing(each -> each.getValue().until().orElse(Instant.MAX))
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static List<Want> wake(List<String> asleep, int count, String reason) {
    return asleep.stream()
        .limit(count)
        .map(node -> new Want(node, new Event.Wake(reason, false)))
        .toList();
  }

  /** All of them. */
  private static List<Want> risk(List<String> asleep, String reason) {
    return asleep.stream().map(node -> new Want(node, new Event.Wake(reason, true))).toList();
  }

  private List<Want> sleep(
      Map<String, NodeState> nodes, Look look, int working, int target, Instant now) {
    Duration enough = patience();
    int count = 0;
    Duration shortest = Duration.ZERO;
    for (int number = working; number > target; number--) {
      Duration idle = history.idle(number, now);
      if (idle.compareTo(enough) < 0) {
        break;
      }
      shortest = idle;
      count++;
    }
    count -= (int) nodes.values().stream().filter(node -> node.phase() == Phase.CHECK).count();
    String reason =
        "has not been needed for "
            + text(shortest)
            + ", and off is expected to pay after "
            + text(enough);
    return nodes.entrySet().stream()
        .filter(each -> each.getValue().phase() == Phase.ON)
        .filter(each -> !now.isBefore(each.getValue().quiet()))
        .filter(each -> look.node(each.getKey()).inService())
        .sorted(
            Comparator.comparing(
                (Map.Entry<String, NodeState> each) -> look.node(each.getKey()).containers()))
        .limit(Math.max(0, count))
        .map(each -> new Want(each.getKey(), new Event.Sleep(reason)))
        .toList();
  }

  private static String text(Duration time) {
    return TimeSpan.format(Duration.ofSeconds(Math.max(1, time.toSeconds())));
  }
}
