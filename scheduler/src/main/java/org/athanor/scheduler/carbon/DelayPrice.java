// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a second of delay of a job may cost. A job is moved if that saves more than the price of its
 * delay: so the delays go to the jobs for which they save most, and most of those with little work
 * are not delayed at all. This is the solution of the problem to save as much as possible with a
 * bound on the sum of all delays (its Lagrange multiplier).
 *
 * <p>The price is the lowest with which known jobs, had they come evenly over the day after a
 * moment, would have ended later by a part of the bound on average, if there had always been room.
 */
final class DelayPrice {
  /** Part of the bound that is to be spent for moved jobs; the rest is for a lack of room. */
  private static final double PART_OF_MOVED = 0.5;

  /** Bisections: the price is found to a millionth of the highest that matters. */
  private static final int STEPS = 40;

  /** Spreads jobs over the day, whatever their order (the golden ratio's sequence). */
  private static final double SPREAD = 0.6180339887498949;

  private static final Duration DAY = Duration.ofDays(1);

  private DelayPrice() {}

  /**
   * An earlier job.
   *
   * @param places by cluster
   */
  record EarlierJob(Map<String, Place> places) {}

  /**
   * What a job takes on a cluster.
   *
   * @param seconds above 0
   * @param joules from 0
   */
  record Place(double seconds, double joules) {}

  /** A way to run a job that is not worse than another one in both respects. */
  private record Way(double delay, double cost) {}

  /**
   * Amount × joules / kWh for a second of delay.
   *
   * @param bound part by which the mean completion may grow, from 0
   * @param from the beginning of the day of which intensities are looked at
   */
  static double of(double bound, Iterable<EarlierJob> jobs, Electricity electricity, Instant from) {
    List<List<Way>> all = new ArrayList<>();
    double seconds = 0;
    double highest = 0;
    int i = 0;
    for (EarlierJob job : jobs) {
      double part = i++ * SPREAD % 1;
      Instant time = from.plusMillis((long) (part * DAY.toMillis()));
      List<Way> ways = ways(job, electricity, time);
      if (!ways.isEmpty()) {
        all.add(ways);
        seconds += fastest(job);
        highest = Math.max(highest, highestPrice(ways));
      }
    }
    if (all.isEmpty()) {
      return 0;
    }
    double allowed = PART_OF_MOVED * bound * seconds;
    double below = 0; // its delays are too long, unless they are not even for nothing
    double above = highest;
    if (delays(all, below) <= allowed) {
      return 0;
    }
    for (int step = 0; step < STEPS; step++) {
      double middle =
          step < STEPS / 2 ? Math.sqrt(Math.max(below, above * 1e-6) * above) : (below + above) / 2;
      if (delays(all, middle) > allowed) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return above;
  }

  private static double fastest(EarlierJob job) {
    return job.places().values().stream().mapToDouble(Place::seconds).min().orElse(0);
  }

  private static List<Way> ways(EarlierJob job, Electricity electricity, Instant time) {
    double fastest = fastest(job);
    List<Way> ways = new ArrayList<>();
    job.places()
        .forEach(
            (cluster, place) -> {
              for (Instant start :
                  Starts.of(electricity, cluster, time, time.plus(Starts.LONGEST))) {
                OptionalDouble mean = electricity.mean(cluster, start, place.seconds());
                if (mean.isPresent()) {
                  double delay = Starts.seconds(time, start) + place.seconds() - fastest;
                  ways.add(new Way(delay, place.joules() * mean.getAsDouble()));
                }
              }
            });
    return ways;
  }

  /** From this price on a job is not delayed. */
  private static double highestPrice(List<Way> ways) {
    Way soonest = best(ways, Double.MAX_VALUE);
    return ways.stream()
        .filter(way -> way.delay() > soonest.delay())
        .mapToDouble(way -> (soonest.cost() - way.cost()) / (way.delay() - soonest.delay()))
        .max()
        .orElse(0);
  }

  private static double delays(List<List<Way>> jobs, double price) {
    return jobs.stream().mapToDouble(ways -> best(ways, price).delay()).sum();
  }

  private static Way best(List<Way> ways, double price) {
    Way best = ways.get(0);
    for (Way way : ways) {
      double difference = way.cost() - best.cost() + price * (way.delay() - best.delay());
      if (difference < 0 || (difference == 0 && way.delay() < best.delay())) {
        best = way;
      }
    }
    return best;
  }
}
