// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;

/** What an orchestrator knows of its clusters. Any thread may call it. */
public interface ClusterSource {

  /** The clusters, with unique names. */
  List<Cluster> clusters();

  /** The cluster with a name; empty if it is not in the file of clusters. */
  default Optional<Cluster> cluster(String name) {
    return clusters().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /**
   * The newest load of a cluster that is known. Does not wait.
   *
   * @throws IllegalArgumentException if there is no such cluster
   */
  ClusterLoad load(String cluster);

  /**
   * Asks for the applications with a tag, in any state, that the cluster remembers. May take some
   * seconds. Clusters forget applications that ended long ago, so an empty list does not mean that
   * there was none.
   *
   * @param tag compared without regard to case
   * @return empty for a local cluster
   * @throws ClusterUnavailableException if the cluster does not answer
   * @throws IllegalArgumentException if there is no such cluster
   */
  List<Application> applications(String cluster, String tag) throws ClusterUnavailableException;

  /**
   * Asks what remembers applications for longer than the cluster does, if there is such a thing,
   * for the applications with a tag that have ended. May take some seconds.
   *
   * @param tag compared without regard to case
   * @param since none of them was submitted before that
   * @throws ClusterUnavailableException if it does not answer
   */
  default List<Application> history(String cluster, String tag, Instant since)
      throws ClusterUnavailableException {
    return List.of();
  }

  /**
   * Asks for an application. May take some seconds.
   *
   * @return empty if the cluster does not know it, or forgot it
   * @throws ClusterUnavailableException if the cluster does not answer
   * @throws IllegalArgumentException if there is no such cluster
   */
  Optional<Application> application(String cluster, String id) throws ClusterUnavailableException;

  /**
   * How long a job that is started now waits until there are nodes for it.
   *
   * @param needs of the job
   * @param free of the cluster, with what its sleeping nodes have
   */
  default Duration delay(String cluster, Resources needs, Resources free) {
    return Duration.ZERO;
  }

  /**
   * The clusters for a policy; those that are unavailable are left out.
   *
   * @param reservations of this scheduler's jobs, on any cluster. If a cluster has shrunk they may
   *     be more than it has; nothing is free then
   */
  default List<ClusterState> states(List<Reservation> reservations) {
    List<ClusterState> states = new ArrayList<>();
    for (Cluster cluster : clusters()) {
      if (load(cluster.name()) instanceof ClusterLoad.Known known) {
        List<Reservation> running =
            reservations.stream().filter(each -> each.cluster().equals(cluster.name())).toList();
        Resources reserved =
            running.stream().map(Reservation::resources).reduce(Resources.NONE, Resources::plus);
        Resources free = known.total().minus(known.foreign()).minus(reserved);
        states.add(new ClusterState(cluster.name(), known.total(), free, running));
      }
    }
    return states;
  }
}
