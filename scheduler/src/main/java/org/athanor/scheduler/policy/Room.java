// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.scheduler.ledger.Resources;

/** What is still free while a policy decides; one thread, one decision. */
public final class Room {
  private final View view;
  private final Map<String, Resources> free = new LinkedHashMap<>();
  private final Map<String, Resources> wanted = new LinkedHashMap<>();
  private final Map<String, ClusterState> clusters = new LinkedHashMap<>();

  /** All that is free in a view. */
  public Room(View view) {
    this.view = view;
    for (ClusterState cluster : view.clusters()) {
      free.put(cluster.name(), cluster.free());
      clusters.put(cluster.name(), cluster);
      wanted.put(cluster.name(), cluster.wanted());
    }
  }

  /** The jobs that are ready: by priority, then the longest waiting, then by name. */
  public static List<PendingJob> ready(View view) {
    return view.jobs().stream()
        .filter(PendingJob::ready)
        .sorted(
            Comparator.comparingInt((PendingJob job) -> -job.priority())
                .thenComparing(PendingJob::since)
                .thenComparing(PendingJob::name))
        .toList();
  }

  /** Clusters that can run the job, in the order of the view. */
  public List<Candidate> candidates(PendingJob job) {
    return view.clusters().stream()
        .map(ClusterState::name)
        .filter(job.offers()::containsKey)
        .map(cluster -> candidate(job, cluster))
        .toList();
  }

  /** The candidates by predicted seconds; those with equal ones stay in the order of the view. */
  List<Candidate> fastestFirst(PendingJob job) {
    return candidates(job).stream()
        .sorted(Comparator.comparingDouble(Candidate::middleSeconds))
        .toList();
  }

  /** What is still free in a cluster. */
  Resources free(String cluster) {
    return free.get(cluster);
  }

  private Candidate candidate(PendingJob job, String cluster) {
    Offer offer = job.offers().get(cluster);
    return new Candidate(
        cluster,
        offer.seconds(),
        offer.joules(),
        needs(job, cluster).fitsIn(free.get(cluster)),
        view.copySeconds(job, cluster),
        !job.input().uncopied().contains(cluster),
        wanted.get(cluster).plus(needs(job, cluster)).softLoad(clusters.get(cluster).total()));
  }

  private Resources needs(PendingJob job, String cluster) {
    return job.needs(clusters.get(cluster));
  }

  /** Starts a job: what it needs is free no more. */
  Decision start(PendingJob job, Candidate chosen, List<Candidate> candidates, String reason) {
    String cluster = chosen.cluster();
    free.put(cluster, free.get(cluster).minus(needs(job, cluster)));
    wanted.put(cluster, wanted.get(cluster).plus(needs(job, cluster)));
    return new Decision.Start(job.name(), cluster, chosen.access(), candidates, reason);
  }
}
