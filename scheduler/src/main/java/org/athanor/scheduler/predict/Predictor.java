// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.athanor.scheduler.ledger.Resources;

/** Predictions from measured runs, each from the best {@link Source} that there is. Immutable. */
public final class Predictor {
  /** Users are taken to be off by a factor of two. */
  private static final double ESTIMATES_ARE_OFF_BY = 2;

  private final Map<String, Map<String, Resources>> resources;
  private final Chain seconds;
  private final Chain joules;

  /**
   * Makes a predictor.
   *
   * @param runs in any order
   * @param halfLife as below
   * @param level as below
   */
  public Predictor(Collection<MeasuredRun> runs, Duration halfLife, double level) {
    this(runs, List.of(), halfLife, level);
  }

  /**
   * Makes a predictor of runs, some of which others measured.
   *
   * @param runs of those who will run jobs again, in any order
   * @param others runs that others measured, with settings of their own, in any order: taken to be
   *     before {@code runs} of the same application on the same cluster, whenever they were
   * @param halfLife the age against the newest run at which a run has half of its weight, above
   *     zero
   * @param level probability that actual amounts shall be in the intervals, between 0 and 1
   */
  public Predictor(
      Collection<MeasuredRun> runs,
      Collection<MeasuredRun> others,
      Duration halfLife,
      double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level " + level + ": must be between 0 and 1");
    }
    if (halfLife.toMillis() < 1) {
      throw new IllegalArgumentException(
          "half-life " + halfLife + ": must be a millisecond or more");
    }
    Histories histories = new Histories(runs, others, halfLife);
    this.resources = means(histories.runs());
    this.seconds = new Chain(histories.amounts(run -> OptionalDouble.of(run.seconds())), level);
    this.joules = new Chain(histories.amounts(MeasuredRun::joules), level);
  }

  private static Map<String, Map<String, Resources>> means(
      Map<String, Map<String, List<MeasuredRun>>> runs) {
    Map<String, Map<String, Resources>> means = new TreeMap<>();
    runs.forEach(
        (application, clusters) -> {
          Map<String, Resources> each = new TreeMap<>();
          clusters.forEach(
              (cluster, list) -> mean(list).ifPresent(some -> each.put(cluster, some)));
          means.put(application, each);
        });
    return means;
  }

  /** Of the runs whose resources are known. */
  private static Optional<Resources> mean(List<MeasuredRun> runs) {
    List<Resources> known =
        runs.stream()
            .map(MeasuredRun::resources)
            .filter(some -> some.vcores() > 0 && some.memoryBytes() > 0)
            .toList();
    return known.stream().reduce(Resources::plus).map(sum -> sum.times(1.0 / known.size()));
  }

  /** Seconds that a job takes; empty if nothing is known. */
  public Optional<Prediction> seconds(Question question) {
    return seconds
        .predict(question)
        .or(() -> question.estimatedSeconds().stream().mapToObj(Predictor::estimate).findFirst());
  }

  private static Prediction estimate(double seconds) {
    return new Prediction(
        seconds / ESTIMATES_ARE_OFF_BY,
        seconds,
        seconds * ESTIMATES_ARE_OFF_BY,
        0,
        Source.ESTIMATE,
        0);
  }

  /** Joules that a job takes beyond those of idle nodes; empty if nothing is known. */
  public Optional<Prediction> joules(Question question) {
    return joules.predict(question);
  }

  /**
   * What runs of the application used on average on the cluster, else the greatest mean of another
   * one in vcores; empty if it has no runs.
   */
  public Optional<Resources> resources(String application, String cluster) {
    Map<String, Resources> known = resources.getOrDefault(application, Map.of());
    return Optional.ofNullable(known.get(cluster))
        .or(() -> known.values().stream().max(Comparator.comparingDouble(Resources::vcores)));
  }
}
