// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.ArrayList;
import java.util.List;
import org.athanor.scheduler.ledger.Ledger;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;

/**
 * A cluster.
 *
 * @param total what it has
 * @param free what neither this scheduler's jobs nor others use
 * @param running this scheduler's jobs
 */
public record ClusterState(
    String name, Resources total, Resources free, List<Reservation> running) {

  /** What this scheduler's jobs want; of soft resources that may be more than the total. */
  public Resources wanted() {
    return running.stream().map(Reservation::resources).reduce(Resources.NONE, Resources::plus);
  }

  /** The cluster when another job has started. */
  ClusterState with(Reservation started) {
    List<Reservation> all = new ArrayList<>(running);
    all.add(started);
    return new ClusterState(name, total, free.minus(started.resources()), all);
  }

  /** The clusters of a ledger as they are now. */
  public static List<ClusterState> of(Ledger ledger) {
    return ledger.clusters().stream()
        .map(
            name ->
                new ClusterState(
                    name, ledger.total(name), ledger.free(name), ledger.reservations(name)))
        .toList();
  }
}
