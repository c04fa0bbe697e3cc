// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.LatestEnds;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Skyline;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;

/**
 * Where and when the jobs of a view could run, and what that costs. Jobs are asked for one after
 * the other; each that starts takes its room from those after it, and one that waits from those
 * that would wait for the same time. One decision, one thread.
 *
 * <p>A job is moved if it is to wait, or to start elsewhere than the other policy wants. It is only
 * moved if the account allows it, and if no job with a deadline could be late for that, unless it
 * is in more haste than all that were seen: each must have at least twice as much time to spare as
 * the moved job takes.
 */
final class Options {
  /** A cluster is as good as the best one if its carbon is above by no more than this part. */
  private static final double AS_GOOD = 0.02;

  /** The part of its spare time that a job with a deadline may lose. */
  private static final double PART_OF_SPARE = 0.5;

  /** Of a job about which nothing is known. */
  private static final double UNKNOWN_SECONDS = 60;

  private final View view;
  private final Electricity electricity;
  private final DelayAccount account;
  private final KnownJobs known;
  private final double price;
  private final LatestEnds ends;
  private final Instant now;
  private final Map<String, Skyline> skylines = new LinkedHashMap<>();

  /** The same, but for what jobs use that wait. */
  private final Map<String, Skyline> planned = new LinkedHashMap<>();

  /**
   * A cluster for a job.
   *
   * @param latest start that is not too late
   */
  private record Place(ClusterState cluster, double seconds, double joules, Instant latest) {
    String name() {
      return cluster.name();
    }
  }

  /**
   * A start.
   *
   * @param cost joules × intensity
   * @param score with the price of the delay
   * @param forRoom whether it is later because there is no room before
   */
  private record Option(Place place, Instant time, double cost, double score, boolean forRoom) {}

  /** Options at a moment, with an account and known jobs that have seen the view. */
  Options(
      View view,
      Electricity electricity,
      DelayAccount account,
      KnownJobs known,
      LatestEnds ends,
      Instant now) {
    this.view = view;
    this.electricity = electricity;
    this.account = account;
    this.known = known;
    this.price = known.price(electricity, now);
    this.ends = ends;
    this.now = now;
    for (ClusterState cluster : view.clusters()) {
      skylines.put(cluster.name(), skyline(cluster));
      planned.put(cluster.name(), skyline(cluster));
    }
  }

  private Skyline skyline(ClusterState cluster) {
    Skyline skyline = new Skyline(cluster.free());
    for (Reservation running : cluster.running()) {
      double end = Math.max(0, Starts.seconds(now, running.expectedEnd()));
      skyline.release(end, running.resources());
    }
    return skyline;
  }

  /**
   * What is allowed for a job that is ready.
   *
   * @param usual where the other policy would start it now; empty if it would not
   */
  Allowed of(PendingJob job, Optional<String> usual) {
    List<Place> places = places(job);
    double fastest = Double.POSITIVE_INFINITY;
    for (Place place : places) {
      fastest = Math.min(fastest, total(job, place.name()));
    }
    List<Option> options = options(job, places, fastest, usual);
    boolean isOld = now.isAfter(job.since().plus(Starts.LONGEST));
    Optional<Option> best =
        isOld || account.isUsedUp(job, ends.jobsAfter(job))
            ? Optional.empty()
            : best(job, options, fastest, usual);
    boolean waitsForRoom = best.isPresent() && best.get().forRoom();
    account.waitsForRoom(job, waitsForRoom, now);
    if (best.isEmpty()) {
      account.release(job, ends.jobsAfter(job));
      usual.ifPresent(cluster -> take(job, cluster));
      return new Allowed.All();
    }
    account.promise(job, ends.jobsAfter(job), move(job, best.get()));
    List<Option> starts =
        options.stream()
            .filter(option -> option.time().equals(now) && hasRoom(job, option.place()))
            .toList();
    Place place = best.get().place();
    if (best.get().time().isAfter(now)) {
      double start = Starts.seconds(now, best.get().time());
      planned.get(place.name()).take(start, start + total(job, place.name()), needs(job, place));
      return new Allowed.Later(best.get().time(), why(best.get(), starts));
    }
    take(job, place.name());
    return now(job, starts, best.get(), usual);
  }

  /** Takes room for a job that starts. */
  private void take(PendingJob job, String cluster) {
    double seconds = seconds(job, cluster).isPresent() ? total(job, cluster) : UNKNOWN_SECONDS;
    for (ClusterState each : view.clusters()) {
      if (each.name().equals(cluster)) {
        skylines.get(cluster).take(0, seconds, job.needs(each));
        planned.get(cluster).take(0, seconds, job.needs(each));
      }
    }
  }

  /** Whether the other policy wants the same. */
  private boolean isUsual(Option option, Optional<String> usual) {
    return option.time().equals(now) && usual.equals(Optional.of(option.place().name()));
  }

  private boolean hasRoom(PendingJob job, Place place) {
    return skylines.get(place.name()).earliest(0, 0, total(job, place.name()), needs(job, place))
        == 0;
  }

  /** Room that does not come is expected to take as long again as it was waited for. */
  private double untilRoom(PendingJob job, double found) {
    return found == 0 ? 0 : Math.max(found, account.waitedForRoom(job, now));
  }

  /** A moment some seconds from now, rounded up. */
  private Instant at(double seconds) {
    return now.plusNanos((long) Math.ceil(seconds * 1e9));
  }

  private List<Option> options(
      PendingJob job, List<Place> places, double fastest, Optional<String> usual) {
    List<Option> options = new ArrayList<>();
    for (Place place : places) {
      if (!place.latest().isBefore(now)) {
        for (Instant time : Starts.of(electricity, place.name(), now, place.latest())) {
          option(job, place, time, fastest, false).ifPresent(options::add);
        }
      } else if (usual.equals(Optional.of(place.name()))) {
        option(job, place, now, fastest, false).ifPresent(options::add);
      }
    }
    options.sort(Comparator.comparingDouble(Option::score));
    return options;
  }

  /**
   * The option with the lowest score that is allowed and for which there is room, as far as that is
   * foreseen; empty if that is about what the other policy does: a start where it wants, or a start
   * as soon as there is room if it has none.
   */
  private Optional<Option> best(
      PendingJob job, List<Option> options, double fastest, Optional<String> usual) {
    Optional<Option> best = Optional.empty();
    boolean isPlain = false;
    for (Option option : options) {
      if (best.isPresent() && best.get().score() <= option.score()) {
        break;
      }
      boolean isUsual = isUsual(option, usual);
      Optional<Option> real = isUsual ? Optional.of(option) : real(job, option, fastest);
      boolean waitsAnyway =
          usual.isEmpty() && option.time().equals(now) && real.map(Option::forRoom).orElse(false);
      if (real.isPresent()
          && (best.isEmpty() || real.get().score() < best.get().score())
          && (isUsual || waitsAnyway || isAllowed(job, real.get()))) {
        best = real;
        isPlain = isUsual || waitsAnyway;
      }
    }
    return isPlain || isWorthNothing(best, options, usual) ? Optional.empty() : best;
  }

  /** Whether what the other policy wants is about as good. */
  private boolean isWorthNothing(
      Optional<Option> best, List<Option> options, Optional<String> usual) {
    return best.isPresent()
        && options.stream()
            .anyMatch(
                option ->
                    isUsual(option, usual)
                        && option.score()
                            <= best.get().score() + AS_GOOD * Math.abs(best.get().cost()));
  }

  /** When there is room for an option, in time. */
  private Optional<Option> real(PendingJob job, Option option, double fastest) {
    Place place = option.place();
    double wanted = Starts.seconds(now, option.time());
    double latest = Starts.seconds(now, place.latest());
    double seconds = total(job, place.name());
    double found = planned.get(place.name()).earliest(wanted, latest, seconds, needs(job, place));
    if (found == wanted) {
      return Optional.of(option);
    }
    if (Double.isInfinite(found)) {
      return Optional.empty();
    }
    Instant time = at(untilRoom(job, found));
    return time.isAfter(place.latest())
        ? Optional.empty()
        : option(job, place, time, fastest, true);
  }

  private boolean isAllowed(PendingJob job, Option option) {
    double seconds = total(job, option.place().name());
    return seconds <= PART_OF_SPARE * known.leastSpareWithout(job)
        && account.allows(job, ends.jobsAfter(job), move(job, option));
  }

  private DelayAccount.Move move(PendingJob job, Option option) {
    String name = option.place().name();
    double start = Starts.seconds(now, option.time());
    double end = start + total(job, name);
    double extra = Math.max(start, Starts.seconds(now, account.endWithout(job)));
    int others = 0;
    if (extra < end) {
      List<Resources> free = new ArrayList<>();
      planned.forEach(
          (cluster, skyline) -> {
            Resources least = skyline.least(Math.max(0, extra), end);
            free.add(cluster.equals(name) ? least.minus(needs(job, option.place())) : least);
          });
      others = known.most(end - extra, free, view);
    }
    return new DelayAccount.Move(at(end), at(Math.min(extra, end)), others);
  }

  private static Resources needs(PendingJob job, Place place) {
    return job.needs(place.cluster());
  }

  /** A start now on the best cluster, or on those that are as good. */
  private Allowed now(PendingJob job, List<Option> starts, Option best, Optional<String> usual) {
    Set<String> clusters = new HashSet<>(job.offers().keySet());
    Instant until = Instant.MAX;
    for (ClusterState cluster : view.clusters()) {
      String name = cluster.name();
      boolean isKnown = electricity.zones().containsKey(name) && seconds(job, name).isPresent();
      boolean good =
          name.equals(best.place().name())
              || starts.stream()
                  .anyMatch(
                      start ->
                          start.place().name().equals(name)
                              && start.score() <= best.score() + AS_GOOD * Math.abs(best.cost())
                              && (isUsual(start, usual) || isAllowed(job, start)));
      if (isKnown && !good) {
        clusters.remove(name);
        Optional<Instant> change = electricity.changeAfter(name, now);
        until = change.filter(until::isAfter).orElse(until);
      }
    }
    if (clusters.size() == job.offers().size()) {
      return new Allowed.All();
    }
    Instant latest = best.place().latest().plusMillis(1);
    until = latest.isAfter(now) && latest.isBefore(until) ? latest : until;
    return new Allowed.Now(clusters, until, what() + " is best on " + text(best));
  }

  /** The clusters of which everything is known. */
  private List<Place> places(PendingJob job) {
    List<Place> places = new ArrayList<>();
    for (ClusterState cluster : view.clusters()) {
      electricity
          .place(job, cluster)
          .ifPresent(
              it ->
                  places.add(
                      new Place(cluster, it.seconds(), it.joules(), latest(job, cluster.name()))));
    }
    return places;
  }

  private Optional<Prediction> seconds(PendingJob job, String cluster) {
    return Optional.ofNullable(job.offers().get(cluster)).flatMap(Offer::seconds);
  }

  /** The latest start of a job on a cluster. */
  private Instant latest(PendingJob job, String cluster) {
    Instant latest = account.latestEnd(job, ends.jobsAfter(job));
    latest = latest.minusMillis((long) (total(job, cluster) * 1e3));
    Instant longest = job.since().plus(Starts.LONGEST);
    latest = longest.isBefore(latest) ? longest : latest;
    if (ends.deadline(job).isEmpty()) {
      return latest;
    }
    double high = seconds(job, cluster).orElseThrow().high() + view.copySeconds(job, cluster);
    double spare = Starts.seconds(job.since(), ends.deadline(job).get()) - high;
    double left = Math.max(PART_OF_SPARE * spare, known.longestWithout(job));
    Instant inTime = Starts.plus(job.since(), spare - left);
    return inTime.isBefore(latest) ? inTime : latest;
  }

  /** Seconds with a copy of the input; infinite if not known. */
  private double total(PendingJob job, String cluster) {
    return seconds(job, cluster)
        .map(it -> it.middle() + view.copySeconds(job, cluster))
        .orElse(Double.POSITIVE_INFINITY);
  }

  private Optional<Option> option(
      PendingJob job, Place place, Instant time, double fastest, boolean forRoom) {
    OptionalDouble mean = electricity.mean(place.name(), time, place.seconds());
    if (mean.isEmpty()) {
      return Optional.empty();
    }
    double cost = place.joules() * mean.getAsDouble();
    double delay = Starts.seconds(now, time) + total(job, place.name()) - fastest;
    double paid = price * delay * (1 + ends.jobsAfter(job));
    return Optional.of(new Option(place, time, cost, cost + paid, forRoom));
  }

  private String what() {
    return electricity.intensities().isCarbon() ? "carbon" : "the price";
  }

  private String why(Option later, List<Option> starts) {
    String instead =
        starts.stream()
            .min(Comparator.comparingDouble(Option::score))
            .map(best -> ", instead of " + text(best) + " now")
            .orElse("");
    return "waits until "
        + later.time().truncatedTo(ChronoUnit.MINUTES)
        + " for "
        + text(later)
        + instead;
  }

  /** {@code here: 154 gCO2eq/kWh in zone ES}. */
  private String text(Option option) {
    String cluster = option.place().name();
    double value = electricity.mean(cluster, option.time(), 0).orElse(Double.NaN);
    return String.format(
        Locale.ROOT,
        "%s: %s %s in zone %s",
        cluster,
        String.format(Locale.ROOT, Math.abs(value) >= 10 ? "%.0f" : "%.3f", value),
        electricity.intensities().unit(),
        electricity.zones().get(cluster));
  }
}
