// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.ledger;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.yaml.text.Nearest;

/**
 * Free resources of clusters: what they have, less what others use, less what is reserved
 * (algorithm 3). Resources are free again when a job has ended, never because it was expected to:
 * the expected end of a job that takes longer moves on, and is always after {@link #advance}'s
 * time.
 *
 * <p>Invariant: for each cluster the hard resources of all reservations are within its total. Not
 * thread-safe.
 */
public final class Ledger {
  private final Map<String, Resources> totals;
  private final Map<String, Resources> foreign = new TreeMap<>();
  private final Map<String, Reservation> reservations = new LinkedHashMap<>();
  private final Overrun overrun;

  /**
   * How much longer a job that has overrun is expected to take.
   *
   * @see Ledger#Ledger(Map, Overrun)
   */
  public interface Overrun {
    /**
     * The next expected end.
     *
     * @param reservation with the expected end that is over
     * @return after {@code now}
     */
    Instant extended(Reservation reservation, Instant now);
  }

  /**
   * Makes a ledger without reservations.
   *
   * @param totals what each cluster has
   */
  public Ledger(Map<String, Resources> totals, Overrun overrun) {
    this.totals = new TreeMap<>(totals);
    this.overrun = overrun;
  }

  /** The clusters, in the order of their names. */
  public Collection<String> clusters() {
    return List.copyOf(totals.keySet());
  }

  /**
   * What a cluster has.
   *
   * @throws IllegalArgumentException if there is no such cluster
   */
  public Resources total(String cluster) {
    Resources total = totals.get(cluster);
    if (total == null) {
      throw new IllegalArgumentException(
          "cluster " + cluster + ": " + Nearest.unknown("cluster", cluster, totals.keySet()));
    }
    return total;
  }

  /** What is free, R_a. */
  public Resources free(String cluster) {
    Resources used = foreign.getOrDefault(cluster, Resources.NONE);
    for (Reservation reservation : reservations(cluster)) {
      used = used.plus(reservation.resources());
    }
    return total(cluster).minus(used);
  }

  /** Says what others than this scheduler use of a cluster now, instead of what was said before. */
  public void setForeignUse(String cluster, Resources used) {
    foreign.put(cluster, used.atMost(total(cluster)));
  }

  /**
   * Reserves resources for a job; more than the cluster has becomes all that it has.
   *
   * @throws IllegalArgumentException if the job has a reservation, or if vcores or memory are not
   *     free
   */
  public void reserve(String job, String cluster, Resources wanted, Instant expectedEnd) {
    Resources clamped = wanted.atMost(total(cluster));
    if (reservations.containsKey(job)) {
      throw new IllegalArgumentException("job " + job + ": has a reservation already");
    }
    if (!clamped.fitsIn(free(cluster))) {
      throw new IllegalArgumentException(
          "job "
              + job
              + ": needs "
              + clamped
              + " of "
              + cluster
              + ", where "
              + free(cluster)
              + " is free");
    }
    reservations.put(job, new Reservation(job, cluster, clamped, expectedEnd));
  }

  /** Frees what a job had reserved, because it has ended. */
  public void end(String job) {
    if (reservations.remove(job) == null) {
      throw new IllegalArgumentException("job " + job + ": has no reservation");
    }
  }

  /** Moves expected ends that are not after the given moment. */
  public void advance(Instant now) {
    reservations.replaceAll(
        (job, reservation) ->
            reservation.expectedEnd().isAfter(now) ? reservation : extended(reservation, now));
  }

  private Reservation extended(Reservation old, Instant now) {
    Instant end = overrun.extended(old, now);
    if (!end.isAfter(now)) {
      throw new IllegalStateException("job " + old.job() + ": extended to " + end + " at " + now);
    }
    return new Reservation(old.job(), old.cluster(), old.resources(), end);
  }

  /** The reservation of a job that has not ended. */
  public Optional<Reservation> reservation(String job) {
    return Optional.ofNullable(reservations.get(job));
  }

  /** The reservations in a cluster, in the order in which they were made. */
  public List<Reservation> reservations(String cluster) {
    return reservations.values().stream()
        .filter(reservation -> reservation.cluster().equals(cluster))
        .toList();
  }
}
