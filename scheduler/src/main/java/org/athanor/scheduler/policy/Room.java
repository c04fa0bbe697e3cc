// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.ArrayList;
import java.util.Collections;
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
    return Collections.unmodifiableList(newCandidates(job));
  }

  /** The candidates by predicted seconds; those with equal ones stay in the order of the view. */
  List<Candidate> fastestFirst(PendingJob job) {
    List<Candidate> sorted = newCandidates(job);
    sorted.sort(Comparator.comparingDouble(Candidate::middleSeconds));
    return Collections.unmodifiableList(sorted);
  }

  /** What is still free in a cluster. */
  Resources free(String cluster) {
    return free.get(cluster);
  }

  private List<Candidate> newCandidates(PendingJob job) {
    List<Candidate> all = new ArrayList<>(view.clusters().size());
    for (ClusterState cluster : view.clusters()) {
      Offer offer = job.offers().get(cluster.name());
      if (offer != null) {
        all.add(candidate(job, cluster, offer));
      }
    }
    return all;
  }

  private Candidate candidate(PendingJob job, ClusterState cluster, Offer offer) {
    String name = cluster.name();
    Resources needs = job.needs(cluster);
    return new Candidate(
        name,
        offer.seconds(),
        offer.joules(),
        needs.fitsIn(free.get(name)),
        view.copySeconds(job, name),
        !job.input().uncopied().contains(name),
        wanted.get(name).plus(needs).softLoad(cluster.total()));
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
