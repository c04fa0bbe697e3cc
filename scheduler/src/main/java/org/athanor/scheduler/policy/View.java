// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What policies see.
 *
 * @param jobs all that have not started, also those that are not ready
 * @param clusters with unique names
 * @param network how fast inputs are copied
 */
public record View(List<PendingJob> jobs, List<ClusterState> clusters, Network network) {

  /** Transfers between clusters. */
  public interface Network {
    /** The rate of a copy from one cluster to another one, above 0. */
    double bytesPerSecond(String from, String to);

    /**
     * The part of the time of a copy by which a job takes longer if it reads its input from another
     * cluster instead; from 0. Below 1, computation hides a part of the transfer.
     */
    double remoteReadPart();
  }

  /** Whether a job finds its whole input in a cluster, or reads none. */
  public boolean holds(PendingJob job, String cluster) {
    return job.input().at().isEmpty() || job.input().at().contains(cluster);
  }

  /** Seconds that a copy of the input takes from the best of the clusters that hold it. */
  public double copySeconds(PendingJob job, String cluster) {
    if (holds(job, cluster)) {
      return 0;
    }
    double least = Double.POSITIVE_INFINITY;
    for (String from : job.input().at()) {
      least = Math.min(least, job.input().bytes() / network.bytesPerSecond(from, cluster));
    }
    return least;
  }

  /** The view without some jobs, and without all that wait for them. */
  public View without(Set<String> names) {
    Set<String> out = new HashSet<>(names);
    boolean grows = !out.isEmpty();
    while (grows) {
      grows = false;
      for (PendingJob job : jobs) {
        grows |= job.after().stream().anyMatch(out::contains) && out.add(job.name());
      }
    }
    List<PendingJob> rest = jobs.stream().filter(job -> !out.contains(job.name())).toList();
    return new View(rest, clusters, network);
  }
}
