// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.athanor.scheduler.ledger.Ledger;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;

/**
 * Runs jobs on clusters whose nodes may be switched off, as power-down.csv describes. A job is
 * started as if all nodes were on, takes working nodes by chance, first come first served, and runs
 * as soon as it has all that it needs. Seconds from the beginning are those from the epoch.
 */
final class PowerModel {
  private final ModelClusters clusters;
  private final Policy policy;
  private final Map<String, PowerSite> sites;
  private final Ledger ledger;
  private final Map<String, ModelJob> pending = new LinkedHashMap<>();
  private final Map<String, Queue<Started>> waiting = new HashMap<>();
  private final PriorityQueue<Running> running =
      new PriorityQueue<>((one, other) -> Double.compare(one.end(), other.end()));
  private double now;
  private double completions;
  private double busy;
  private int ended;

  /** A job that has a cluster, and nodes of it. */
  private record Started(ModelJob job, int needed, List<PowerSite.Machine> machines) {}

  private record Running(Started started, String cluster, double end) {}

  /**
   * What came out.
   *
   * @param busySeconds of all nodes together
   * @param joules of all nodes, until the last job had ended
   * @param boundJoules if nodes were off whenever no job and no file needs them, and switching cost
   *     nothing
   * @param foresightJoules if each gap in which a node is not needed were known when it begins, and
   *     its boot had to be paid
   * @param boots how often a node was switched on
   * @param mostOff the most nodes that were off at once
   * @param unreadable the most blocks that nobody could read at once
   */
  record Result(
      double makespan,
      double meanCompletion,
      double busySeconds,
      double joules,
      double boundJoules,
      double foresightJoules,
      int boots,
      int mostOff,
      int unreadable) {}

  /**
   * Makes a model.
   *
   * @param sites the nodes of each cluster
   */
  PowerModel(ModelClusters clusters, Policy policy, Map<String, PowerSite> sites) {
    this.clusters = clusters;
    this.policy = policy;
    this.sites = sites;
    this.ledger =
        new Ledger(clusters.totals(), (reservation, time) -> time.plus(Duration.ofMinutes(1)));
    sites.keySet().forEach(name -> waiting.put(name, new ArrayDeque<>()));
  }

  /** Runs all jobs. */
  Result run(List<ModelJob> jobs) throws IOException {
    Queue<ModelJob> coming = new ArrayDeque<>(jobs); // in the order of their submission
    while (!coming.isEmpty() || !pending.isEmpty() || ended < jobs.size()) {
      endJobs();
      while (!coming.isEmpty() && coming.peek().submitted() <= now) {
        pending.put(coming.peek().name(), coming.remove());
      }
      ledger.advance(time(now));
      decide();
      for (Map.Entry<String, PowerSite> site : sites.entrySet()) {
        site.getValue().act(now, wanted(site.getKey()));
        assign(site.getKey(), site.getValue());
      }
      if (ended < jobs.size()) {
        double next = coming.isEmpty() ? Double.POSITIVE_INFINITY : coming.peek().submitted();
        next = running.isEmpty() ? next : Math.min(next, running.peek().end());
        for (PowerSite site : sites.values()) {
          next = Math.min(next, site.next());
        }
        if (Double.isInfinite(next)) {
          throw new IllegalStateException("at " + now + " s nothing runs: " + pending.keySet());
        }
        for (PowerSite site : sites.values()) {
          site.pass(next - now);
        }
        now = next;
      }
    }
    double joules = 0;
    double bound = 0;
    double foresight = 0;
    int boots = 0;
    int mostOff = 0;
    int unreadable = 0;
    for (PowerSite site : sites.values()) {
      joules += site.joules();
      bound += site.boundJoules();
      foresight += site.foresightJoules();
      boots += site.boots();
      mostOff += site.mostOff();
      unreadable += site.unreadable();
    }
    return new Result(
        now, completions / ended, busy, joules, bound, foresight, boots, mostOff, unreadable);
  }

  private static Instant time(double seconds) {
    return Instant.EPOCH.plusNanos(Math.round(seconds * 1e9));
  }

  private void endJobs() {
    while (!running.isEmpty() && running.peek().end() <= now) {
      Running over = running.remove();
      over.started().machines().forEach(machine -> machine.busy = false);
      ledger.end(over.started().job().name());
      completions += now - over.started().job().submitted();
      ended++;
    }
  }

  /** Nodes that jobs have, and that they wait for. */
  private int wanted(String cluster) {
    return (int)
        Math.round(
            ledger.reservations(cluster).stream()
                .mapToDouble(each -> each.resources().vcores())
                .sum());
  }

  private void decide() {
    List<PendingJob> jobs = pending.values().stream().map(PowerModel::seen).toList();
    View view = new View(jobs, ClusterState.of(ledger), clusters);
    for (Decision decision : policy.decide(view, time(now), 1)) {
      if (decision instanceof Decision.Start start) {
        ModelJob job = pending.remove(start.job());
        String cluster = start.cluster();
        ledger.reserve(job.name(), cluster, job.needs(), time(now + job.seconds().get(cluster)));
        Resources got = ledger.reservation(job.name()).orElseThrow().resources();
        waiting
            .get(cluster)
            .add(new Started(job, (int) Math.round(got.vcores()), new ArrayList<>()));
      } else if (decision instanceof Decision.Stage) {
        throw new IllegalStateException(decision + ": all clusters hold all inputs");
      }
    }
  }

  private static PendingJob seen(ModelJob job) {
    return new PendingJob(
        job.name(),
        0,
        Set.of(),
        time(job.submitted()),
        job.needs(),
        PendingJob.Input.NONE,
        job.offers(amount -> amount),
        Optional.empty());
  }

  private void assign(String cluster, PowerSite site) {
    Queue<Started> queue = waiting.get(cluster);
    while (!queue.isEmpty()) {
      Started first = queue.peek();
      List<PowerSite.Machine> free = site.free();
      while (!free.isEmpty() && first.machines().size() < first.needed()) {
        PowerSite.Machine machine = free.remove(free.size() - 1);
        machine.busy = true;
        machine.works = false;
        first.machines().add(machine);
      }
      if (first.machines().size() < first.needed()) {
        return;
      }
      queue.remove();
      first.machines().forEach(machine -> machine.works = true);
      double seconds = first.job().seconds().get(cluster);
      busy += seconds * first.needed();
      running.add(new Running(first, cluster, now + seconds));
    }
  }

  /** All nodes of a cluster, by names that sort as they are numbered. */
  static List<String> names(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(String.format(java.util.Locale.ROOT, "n%03d", i));
    }
    return names;
  }

  /**
   * Nodes of each block.
   *
   * @param covering the first nodes, one of which has a replica of each block; 0 for replicas by
   *     chance
   */
  static int[][] blocks(int count, int replicas, int nodes, int covering, Random random) {
    int[][] blocks = new int[count][replicas];
    for (int[] block : blocks) {
      for (int i = 0; i < replicas; i++) {
        int node;
        do {
          node = random.nextInt(i == 0 && covering > 0 ? covering : nodes);
        } while (contains(block, i, node));
        block[i] = node;
      }
    }
    return blocks;
  }

  private static boolean contains(int[] block, int count, int node) {
    for (int i = 0; i < count; i++) {
      if (block[i] == node) {
        return true;
      }
    }
    return false;
  }
}
