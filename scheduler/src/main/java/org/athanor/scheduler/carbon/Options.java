// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
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
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Skyline;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;

/**
 * Where and when the jobs of a view could run, and what that costs. Jobs are asked for one after
 * the other; each that starts takes its room from those after it. Nothing is kept free for one that
 * waits: others would be late for that. One decision, one thread.
 */
final class Options {
  /** A cluster is as good as the best one if its carbon is above by no more than this part. */
  private static final double AS_GOOD = 0.02;

  /** Part of the time until its deadline that a job may wait: the rest is for waits for room. */
  private static final double PART_OF_DEADLINE = 0.5;

  private final View view;
  private final Electricity electricity;
  private final DelayAccount account;
  private final double price;
  private final LatestEnds ends;
  private final Instant now;
  private final ClusterState leastUsed;
  private final Map<String, Skyline> skylines = new LinkedHashMap<>();

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

  /** Options at a moment, with an account that has observed the view. */
  Options(
      View view,
      Electricity electricity,
      DelayAccount account,
      double price,
      LatestEnds ends,
      Instant now) {
    this.view = view;
    this.electricity = electricity;
    this.account = account;
    this.price = price;
    this.ends = ends;
    this.now = now;
    ClusterState least = view.clusters().get(0);
    for (ClusterState cluster : view.clusters()) {
      least = usedPart(cluster) <= usedPart(least) ? cluster : least;
    }
    this.leastUsed = least;
    for (ClusterState cluster : view.clusters()) {
      Skyline skyline = new Skyline(cluster.free());
      for (Reservation running : cluster.running()) {
        double end = Math.max(0, Starts.seconds(now, running.expectedEnd()));
        skyline.release(end, running.resources());
      }
      skylines.put(cluster.name(), skyline);
    }
  }

  /** What is allowed for a job that is ready. */
  Allowed of(PendingJob job) {
    List<Place> places = allowed(job);
    double fastest = Double.POSITIVE_INFINITY;
    for (ClusterState cluster : view.clusters()) {
      fastest = Math.min(fastest, total(job, cluster.name()));
    }
    boolean isSafeNow = isSafeNow(job, places);
    List<Option> options = options(job, places, fastest);
    Optional<Option> best = withRoom(job, options, fastest, isSafeNow);
    boolean isInBound = best.isPresent();
    if (best.isEmpty()) {
      best = soonest(job, places, fastest, isSafeNow);
    }
    if (best.isEmpty() || now.isAfter(job.since().plus(Starts.LONGEST))) {
      account.release(job);
      return new Allowed.All();
    }
    Place place = best.get().place();
    account.promise(
        job, ends.jobsAfter(job), Starts.plus(best.get().time(), total(job, place.name())));
    List<Option> starts =
        options.stream()
            .filter(option -> option.time().equals(now) && hasRoom(job, option.place()))
            .toList();
    double start = Starts.seconds(now, best.get().time());
    if (start == 0) {
      skylines.get(place.name()).take(start, start + place.seconds(), needs(job, place.cluster()));
    }
    account.waitsForRoom(job, best.get().forRoom(), now);
    return best.get().time().isAfter(now)
        ? new Allowed.Later(best.get().time(), why(best.get(), starts, isInBound))
        : now(job, starts, best.get());
  }

  private boolean hasRoom(PendingJob job, Place place) {
    return skylines.get(place.name()).earliest(0, 0, place.seconds(), needs(job, place.cluster()))
        == 0;
  }

  /** Where a job ends first, whatever that costs: later is too late. */
  private Optional<Option> soonest(
      PendingJob job, List<Place> places, double fastest, boolean onlyNow) {
    Optional<Option> best = Optional.empty();
    double least = Double.POSITIVE_INFINITY;
    for (Place place : places) {
      double found =
          skylines
              .get(place.name())
              .earliest(0, Double.POSITIVE_INFINITY, place.seconds(), needs(job, place.cluster()));
      found = untilRoom(job, found);
      double end = found + total(job, place.name());
      boolean isAllowed = !onlyNow || (found == 0 && isInTime(job, place));
      if (isAllowed && end < least) {
        Optional<Option> option = option(job, place, at(found), fastest, found > 0);
        if (option.isPresent()) {
          best = option;
          least = end;
        }
      }
    }
    return best;
  }

  /** Room that does not come is expected to take as long again as it was waited for. */
  private double untilRoom(PendingJob job, double found) {
    return found == 0 ? 0 : Math.max(found, account.waitedForRoom(job, now));
  }

  /** A moment some seconds from now, rounded up. */
  private Instant at(double seconds) {
    return now.plusNanos((long) Math.ceil(seconds * 1e9));
  }

  private List<Option> options(PendingJob job, List<Place> places, double fastest) {
    List<Option> options = new ArrayList<>();
    for (Place place : places) {
      if (!place.latest().isBefore(now)) {
        for (Instant time : Starts.of(electricity, place.name(), now, place.latest())) {
          option(job, place, time, fastest, false).ifPresent(options::add);
        }
      }
    }
    options.sort(Comparator.comparingDouble(Option::score));
    return options;
  }

  /** The option with the lowest score for which there is room, as far as that is foreseen. */
  private Optional<Option> withRoom(
      PendingJob job, List<Option> options, double fastest, boolean onlyNow) {
    Optional<Option> best = Optional.empty();
    for (Option option : options) {
      if (best.isPresent() && best.get().score() <= option.score()) {
        break;
      }
      Place place = option.place();
      double wanted = Starts.seconds(now, option.time());
      double found =
          skylines
              .get(place.name())
              .earliest(
                  wanted,
                  Starts.seconds(now, place.latest()),
                  place.seconds(),
                  needs(job, place.cluster()));
      if (onlyNow && !hasRoom(job, place)) {
        continue;
      }
      Optional<Option> real =
          found == wanted
              ? Optional.of(option)
              : Double.isInfinite(found)
                  ? Optional.empty()
                  : option(job, place, at(untilRoom(job, found)), fastest, true);
      if (real.isPresent() && (best.isEmpty() || real.get().score() < best.get().score())) {
        best = real;
      }
    }
    return best;
  }

  private static Resources needs(PendingJob job, ClusterState cluster) {
    return job.needs().atMost(cluster.total());
  }

  /** A start now on the best cluster, or on those that are as good. */
  private Allowed now(PendingJob job, List<Option> starts, Option best) {
    Set<String> clusters = new HashSet<>(job.offers().keySet());
    Instant until = Instant.MAX;
    for (ClusterState cluster : view.clusters()) {
      String name = cluster.name();
      boolean known = electricity.zones().containsKey(name) && seconds(job, name).isPresent();
      boolean good =
          name.equals(best.place().name())
              || starts.stream()
                  .anyMatch(
                      start ->
                          start.place().name().equals(name)
                              && start.score() <= best.score() + AS_GOOD * Math.abs(best.cost()));
      if (known && !good) {
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
    Instant latest = account.latestEnd(job, ends.jobsAfter(job), view, now);
    latest = latest.minusMillis((long) (total(job, cluster) * 1e3));
    Instant longest = job.since().plus(Starts.LONGEST);
    latest = longest.isBefore(latest) ? longest : latest;
    if (ends.deadline(job).isEmpty()) {
      return latest;
    }
    double high = seconds(job, cluster).orElseThrow().high() + view.copySeconds(job, cluster);
    double slack = Starts.seconds(job.since(), ends.deadline(job).get()) - high;
    Instant inTime = Starts.plus(job.since(), slack * (slack > 0 ? PART_OF_DEADLINE : 1));
    return inTime.isBefore(latest) ? inTime : latest;
  }

  /**
   * The clusters for a job. Where there are deadlines, the one on which least runs is left to jobs
   * that find no room elsewhere, such as those that need a whole cluster in time, and to those that
   * would run there without carbon.
   */
  private List<Place> allowed(PendingJob job) {
    List<Place> all = places(job);
    if (!account.hasDeadlines()) {
      return all;
    }
    List<Place> others = new ArrayList<>(all);
    others.removeIf(place -> place.cluster().equals(leastUsed));
    boolean isOneOfThose =
        account.clusterWithout(job).equals(Optional.of(leastUsed.name()))
            || others.stream().noneMatch(place -> isInTime(job, place) && hasRoom(job, place));
    return isOneOfThose ? all : others;
  }

  private static double usedPart(ClusterState cluster) {
    Resources used = cluster.total().minus(cluster.free());
    return Math.max(
        used.vcores() / Math.max(cluster.total().vcores(), Double.MIN_NORMAL),
        used.memoryBytes() / Math.max(cluster.total().memoryBytes(), Double.MIN_NORMAL));
  }

  /** Whether a job with a deadline can start now and be in time: then it waits for no room. */
  private boolean isSafeNow(PendingJob job, List<Place> places) {
    return ends.deadline(job).isPresent()
        && places.stream().anyMatch(place -> isInTime(job, place) && hasRoom(job, place));
  }

  private boolean isInTime(PendingJob job, Place place) {
    Optional<Instant> deadline = ends.deadline(job);
    double high =
        seconds(job, place.name()).orElseThrow().high() + view.copySeconds(job, place.name());
    return deadline.isEmpty() || Starts.seconds(now, deadline.get()) >= high;
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

  private String why(Option later, List<Option> starts, boolean isInBound) {
    if (!isInBound) {
      return "is predicted to end first on " + later.place().name() + ", which gets room then";
    }
    String instead =
        starts.stream()
            .min(Comparator.comparingDouble(Option::score))
            .map(best -> ", instead of " + text(best) + " now")
            .orElse("");
    return "waits until " + later.time() + " for " + text(later) + instead;
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
