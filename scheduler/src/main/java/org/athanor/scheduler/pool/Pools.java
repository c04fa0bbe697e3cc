// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.View;
import org.athanor.yaml.text.Nearest;

/**
 * Arranges what a policy sees, so that any policy respects pools. The job of the pool that has the
 * least is first, again and again, where what a pool has is its share of the dominant resource
 * divided by its weight (dominant resource fairness: A. Ghodsi et al., NSDI 2011). Within a pool
 * jobs are ordered by priority, then the longest waiting one is first, and none passes one that its
 * pool's limits hold back. While one pool wants something, its jobs keep their priorities.
 */
public final class Pools {
  private final Map<String, Pool> declared = new LinkedHashMap<>();

  /** Makes them; none means that there are no limits, and that any name of a pool has weight 1. */
  public Pools(List<Pool> declared) {
    declared.forEach(pool -> this.declared.put(pool.name(), pool));
  }

  /**
   * What the policy sees.
   *
   * @param view without the jobs that are held back, and those that depend on them; jobs that are
   *     ready have only offers of clusters where their pool's limits let them start
   * @param held jobs that are ready, and why they are held back
   */
  public record Arrangement(View view, Map<String, String> held) {}

  /** What is wrong with a job's pool; empty if it may be used. */
  public Optional<String> problem(String pool) {
    return declared.isEmpty() || declared.containsKey(pool) || pool.equals(Pool.DEFAULT)
        ? Optional.empty()
        : Optional.of("pool " + pool + ": " + Nearest.unknown("pool", pool, declared.keySet()));
  }

  /**
   * Arranges a view.
   *
   * @param running what runs now, on any cluster
   * @param poolOf pools of all these jobs, by name
   */
  public Arrangement arrange(View view, List<Reservation> running, Map<String, String> poolOf) {
    Map<String, Use> uses = new TreeMap<>();
    Resources total =
        view.clusters().stream().map(ClusterState::total).reduce(Resources.NONE, Resources::plus);
    for (Reservation each : running) {
      use(uses, poolOf.get(each.job())).add(each.resources());
    }
    Map<String, Deque<PendingJob>> queues = new TreeMap<>();
    view.jobs().stream()
        .filter(PendingJob::ready)
        .sorted(
            Comparator.comparingInt((PendingJob job) -> -job.priority())
                .thenComparing(PendingJob::since)
                .thenComparing(PendingJob::name))
        .forEach(
            job ->
                queues
                    .computeIfAbsent(poolOf.get(job.name()), name -> new ArrayDeque<>())
                    .add(job));
    boolean several = queues.size() > 1;
    Map<String, String> held = new LinkedHashMap<>();
    List<PendingJob> order = new ArrayList<>();
    while (!queues.isEmpty()) {
      String pool = least(queues.keySet(), uses, total);
      PendingJob job = queues.get(pool).peek();
      List<ClusterState> places = use(uses, pool).places(job, view.clusters());
      Optional<String> full = use(uses, pool).refuses(job.mostNeeds(places));
      if (full.isPresent()) {
        queues.remove(pool).forEach(each -> held.put(each.name(), full.get()));
        continue;
      }
      use(uses, pool).add(job.mostNeeds(places));
      order.add(job.on(places.stream().map(ClusterState::name).collect(Collectors.toSet())));
      queues.get(pool).remove();
      if (queues.get(pool).isEmpty()) {
        queues.remove(pool);
      }
    }
    List<PendingJob> seen = withPlaces(without(view.jobs(), held.keySet()), order);
    return new Arrangement(
        new View(several ? ordered(seen, order) : seen, view.clusters(), view.network()), held);
  }

  private Use use(Map<String, Use> uses, String pool) {
    return uses.computeIfAbsent(
        pool, name -> new Use(declared.getOrDefault(name, Pool.plain(name))));
  }

  private String least(Set<String> pools, Map<String, Use> uses, Resources total) {
    return pools.stream()
        .min(
            Comparator.comparingDouble((String pool) -> use(uses, pool).share(total))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }

  /** Without some jobs, and those that depend on them. */
  private static List<PendingJob> without(List<PendingJob> jobs, Set<String> held) {
    Set<String> out = new HashSet<>(held);
    boolean more = !out.isEmpty();
    while (more) {
      more = false;
      for (PendingJob job : jobs) {
        if (!out.contains(job.name()) && job.after().stream().anyMatch(out::contains)) {
          more |= out.add(job.name());
        }
      }
    }
    return jobs.stream().filter(job -> !out.contains(job.name())).toList();
  }

  /** With those of the jobs that are ready as they are in the order. */
  private static List<PendingJob> withPlaces(List<PendingJob> jobs, List<PendingJob> order) {
    Map<String, PendingJob> ready = new HashMap<>();
    order.forEach(job -> ready.put(job.name(), job));
    return jobs.stream().map(job -> ready.getOrDefault(job.name(), job)).toList();
  }

  /** With priorities that say the order; jobs that are not ready come last. */
  private static List<PendingJob> ordered(List<PendingJob> jobs, List<PendingJob> order) {
    Map<String, Integer> priorities = new HashMap<>();
    for (int i = 0; i < order.size(); i++) {
      priorities.put(order.get(i).name(), order.size() - i);
    }
    return jobs.stream()
        .map(
            job ->
                new PendingJob(
                    job.name(),
                    priorities.getOrDefault(job.name(), 0),
                    job.after(),
                    job.since(),
                    job.needs(),
                    job.input(),
                    job.offers(),
                    job.deadline()))
        .toList();
  }

  /** What a pool uses. */
  private static final class Use {
    private final Pool pool;
    private Resources resources = Resources.NONE;
    private int jobs;

    Use(Pool pool) {
      this.pool = pool;
    }

    void add(Resources more) {
      resources = resources.plus(more);
      jobs++;
    }

    double share(Resources total) {
      double vcores = total.vcores() > 0 ? resources.vcores() / total.vcores() : 0;
      double memory = total.memoryBytes() > 0 ? resources.memoryBytes() / total.memoryBytes() : 0;
      return Math.max(vcores, memory) / pool.weight();
    }

    /**
     * Where a job stays within what is left of the limit, however much more it needs elsewhere. If
     * that is nowhere, all clusters that can run it: there it runs alone, or is refused.
     */
    List<ClusterState> places(PendingJob job, List<ClusterState> clusters) {
      List<ClusterState> able =
          clusters.stream().filter(each -> job.offers().containsKey(each.name())).toList();
      List<ClusterState> fitting = able.stream().filter(each -> fits(job.needs(each))).toList();
      return fitting.isEmpty() ? able : fitting;
    }

    private boolean fits(Resources needs) {
      return pool.vcores().isEmpty()
          || resources.vcores() + needs.vcores() <= pool.vcores().getAsDouble() * (1 + 1e-9);
    }

    /** Why no job with these needs may start; empty if it may. */
    Optional<String> refuses(Resources needs) {
      if (pool.jobs().isPresent() && jobs >= pool.jobs().getAsInt()) {
        return Optional.of(
            "pool "
                + pool.name()
                + " has "
                + jobs
                + " jobs, and may have "
                + pool.jobs().getAsInt());
      }
      if (jobs > 0 && !fits(needs)) {
        return Optional.of(
            "pool "
                + pool.name()
                + " uses "
                + resources.vcores()
                + " vcores of "
                + pool.vcores().getAsDouble());
      }
      return Optional.empty();
    }
  }
}
