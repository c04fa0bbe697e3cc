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
 * the other; each takes its room from those after it. One decision, one thread.
 */
final class Options {
  /** A cluster is as good as the best one if its carbon is above by no more than this part. */
  private static final double AS_GOOD = 0.02;

  /** Part of the time until its deadline that a job may wait: the rest is for waits for room. */
  private static final double PART_OF_DEADLINE = 0.5;

  private final View view;
  private final Electricity electricity;
  private final DelayPrice price;
  private final LatestEnds ends;
  private final Instant now;
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
   */
  private record Option(Place place, Instant time, double cost, double score) {}

  Options(View view, Electricity electricity, DelayPrice price, LatestEnds ends, Instant now) {
    this.view = view;
    this.electricity = electricity;
    this.price = price;
    this.ends = ends;
    this.now = now;
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
    double fastest = Double.POSITIVE_INFINITY;
    for (ClusterState cluster : view.clusters()) {
      fastest = Math.min(fastest, total(job, cluster.name()));
    }
    List<Option> options = Double.isInfinite(fastest) ? List.of() : options(job, fastest);
    Optional<Option> best = withRoom(job, options, fastest);
    if (best.isEmpty()) {
      return new Allowed.All();
    }
    Place place = best.get().place();
    double start = Starts.seconds(now, best.get().time());
    skylines.get(place.name()).take(start, start + place.seconds(), needs(job, place.cluster()));
    List<Option> starts = options.stream().filter(option -> option.time().equals(now)).toList();
    return best.get().time().isAfter(now)
        ? new Allowed.Later(best.get().time(), why(best.get(), starts))
        : now(job, starts, best.get());
  }

  private List<Option> options(PendingJob job, double fastest) {
    List<Option> options = new ArrayList<>();
    for (Place place : places(job, fastest)) {
      if (!place.latest().isBefore(now)) {
        for (Instant time : Starts.of(electricity, place.name(), now, place.latest())) {
          option(job, place, time, fastest).ifPresent(options::add);
        }
      }
    }
    options.sort(Comparator.comparingDouble(Option::score));
    return options;
  }

  /** The option with the lowest score for which there is room, as far as that is foreseen. */
  private Optional<Option> withRoom(PendingJob job, List<Option> options, double fastest) {
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
      Optional<Option> real =
          found == wanted
              ? Optional.of(option)
              : Double.isInfinite(found)
                  ? Optional.empty()
                  : option(job, place, now.plusNanos((long) Math.ceil(found * 1e9)), fastest);
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
      boolean known = electricity.supplies().containsKey(name) && seconds(job, name).isPresent();
      boolean good =
          starts.stream()
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
    until = latest.isBefore(until) ? latest : until;
    return new Allowed.Now(clusters, until, what() + " is best on " + text(best));
  }

  /** The clusters of which everything is known. */
  private List<Place> places(PendingJob job, double fastest) {
    boolean joules =
        job.offers().values().stream()
            .filter(offer -> offer.seconds().isPresent())
            .allMatch(offer -> offer.joules().isPresent());
    List<Place> places = new ArrayList<>();
    for (ClusterState cluster : view.clusters()) {
      String name = cluster.name();
      Optional<Prediction> seconds = seconds(job, name);
      if (seconds.isPresent() && electricity.supplies().containsKey(name)) {
        double middle = seconds.get().middle();
        double energy =
            joules
                ? job.offers().get(name).joules().orElseThrow().middle()
                : electricity.joules(name, middle, needs(job, cluster).vcores()).orElseThrow();
        places.add(new Place(cluster, middle, energy, latest(job, name, fastest)));
      }
    }
    return places;
  }

  private Optional<Prediction> seconds(PendingJob job, String cluster) {
    return Optional.ofNullable(job.offers().get(cluster)).flatMap(Offer::seconds);
  }

  /** The latest start of a job on a cluster. */
  private Instant latest(PendingJob job, String cluster, double fastest) {
    double longest = Starts.LONGEST.toSeconds();
    if (price.perSecond().isEmpty()) {
      longest = price.bound() * fastest / (1 + ends.jobsAfter(job));
    }
    Instant latest = Starts.plus(job.since(), fastest + longest - total(job, cluster));
    if (ends.deadline(job).isEmpty()) {
      return latest;
    }
    double high = seconds(job, cluster).orElseThrow().high() + view.copySeconds(job, cluster);
    double slack = Starts.seconds(job.since(), ends.deadline(job).get()) - high;
    Instant inTime = Starts.plus(job.since(), slack * (slack > 0 ? PART_OF_DEADLINE : 1));
    return inTime.isBefore(latest) ? inTime : latest;
  }

  /** Seconds with a copy of the input; infinite if not known. */
  private double total(PendingJob job, String cluster) {
    return seconds(job, cluster)
        .map(it -> it.middle() + view.copySeconds(job, cluster))
        .orElse(Double.POSITIVE_INFINITY);
  }

  private Optional<Option> option(PendingJob job, Place place, Instant time, double fastest) {
    OptionalDouble mean = electricity.mean(place.name(), time, place.seconds());
    if (mean.isEmpty()) {
      return Optional.empty();
    }
    double cost = place.joules() * mean.getAsDouble();
    double delay = Starts.seconds(now, time) + total(job, place.name()) - fastest;
    double paid = price.perSecond().orElse(0) * delay * (1 + ends.jobsAfter(job));
    return Optional.of(new Option(place, time, cost, cost + paid));
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
        electricity.supplies().get(cluster).zone());
  }
}
