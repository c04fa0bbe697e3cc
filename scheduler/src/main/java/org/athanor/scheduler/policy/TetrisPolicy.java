// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.ledger.Resources;

/**
 * Tetris (R. Grandl et al., "Multi-resource Packing for Cluster Schedulers", SIGCOMM 2014), with
 * clusters for machines and jobs for tasks. Again and again it starts the job on the cluster with
 * room for which a score is greatest: <em>alignment − ε × work</em>. The alignment is the sum over
 * resources of the part of the cluster that the job needs times the part that is free, less a tenth
 * if the input is elsewhere. The work is the sum of the needed parts times the seconds. ε is the
 * mean alignment divided by the mean work of what could start, so that both count alike.
 */
public final class TetrisPolicy implements Policy {
  private static final double REMOTE_PENALTY = 0.1;

  /** A job on a cluster with room for it. */
  private record Pair(PendingJob job, Candidate candidate, double alignment, double work) {
    double score(double weight) {
      return alignment - weight * work;
    }
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    Room room = new Room(view);
    Map<String, ClusterState> clusters = new HashMap<>();
    view.clusters().forEach(cluster -> clusters.put(cluster.name(), cluster));
    Map<String, PendingJob> waiting = new LinkedHashMap<>();
    Room.ready(view).forEach(job -> waiting.put(job.name(), job));
    List<Decision> decisions = new ArrayList<>();
    Optional<Pair> best = best(waiting, room, clusters);
    while (best.isPresent()) {
      PendingJob job = best.get().job();
      decisions.add(
          room.start(
              job, best.get().candidate(), room.candidates(job), "packs best, among short jobs"));
      waiting.remove(job.name());
      best = best(waiting, room, clusters);
    }
    for (PendingJob job : waiting.values()) {
      decisions.add(new Decision.Defer(job.name(), room.candidates(job), "no cluster has room"));
    }
    return decisions;
  }

  /** The best pair of the highest priority. */
  private static Optional<Pair> best(
      Map<String, PendingJob> waiting, Room room, Map<String, ClusterState> clusters) {
    List<Pair> pairs = new ArrayList<>();
    for (PendingJob job : waiting.values()) {
      if (!pairs.isEmpty() && pairs.get(0).job().priority() > job.priority()) {
        break;
      }
      for (Candidate candidate : room.candidates(job)) {
        if (candidate.fits()) {
          String cluster = candidate.cluster();
          pairs.add(pair(job, candidate, room.free(cluster), clusters.get(cluster)));
        }
      }
    }
    double alignment = pairs.stream().mapToDouble(Pair::alignment).average().orElse(0);
    double work = pairs.stream().mapToDouble(Pair::work).average().orElse(0);
    double weight = work > 0 ? alignment / work : 0;
    return pairs.stream().max(Comparator.comparingDouble(pair -> pair.score(weight)));
  }

  private static Pair pair(
      PendingJob job, Candidate candidate, Resources free, ClusterState cluster) {
    double[] need = parts(job.needs(cluster), cluster.total());
    double[] left = parts(free, cluster.total());
    double alignment = 0;
    double sum = 0;
    for (int i = 0; i < need.length; i++) {
      alignment += need[i] * left[i];
      sum += need[i];
    }
    double seconds =
        Double.isInfinite(candidate.middleSeconds())
            ? 0
            : candidate.middleSeconds() + candidate.copySeconds();
    return new Pair(
        job,
        candidate,
        candidate.holdsInput() ? alignment : alignment * (1 - REMOTE_PENALTY),
        sum * seconds);
  }

  private static double[] parts(Resources some, Resources total) {
    return new double[] {
      part(some.vcores(), total.vcores()),
      part(some.memoryBytes(), total.memoryBytes()),
      part(some.diskBytesPerSecond(), total.diskBytesPerSecond()),
      part(some.networkBytesPerSecond(), total.networkBytesPerSecond())
    };
  }

  private static double part(double some, double total) {
    return total > 0 && !Double.isInfinite(total) ? some / total : 0;
  }
}
