// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.policy.Candidate;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.workflow.Job;

/**
 * Predicts the energy of a job on each cluster. There are two ways: from runs whose energy was
 * measured, and from the power of the nodes, the predicted seconds and the cores that the
 * application keeps busy. All clusters of one job get predictions of one way, that which tells
 * about more of them, measured runs if they tell about as many: the two are different amounts, and
 * to compare them would favour one. Thread of work.
 */
final class EnergyForecast {
  static final String NO_POWER = "the file of clusters gives no power of its nodes";

  private final ClusterSource clusters;
  private final CoreUse use;

  /**
   * Makes it.
   *
   * @param use cores that applications keep busy; may grow
   */
  EnergyForecast(ClusterSource clusters, CoreUse use) {
    this.clusters = clusters;
    this.use = use;
  }

  /**
   * Joules by cluster; those of which nothing is known are missing.
   *
   * @param bytes size of the job's input, from 0
   * @param seconds predicted for the job, by cluster
   */
  Map<String, Prediction> joules(
      JobSpec spec,
      double bytes,
      Map<String, Optional<Prediction>> seconds,
      JobPredictor predictor) {
    Map<String, Prediction> measured = new HashMap<>();
    Map<String, Prediction> estimated = new HashMap<>();
    seconds.forEach(
        (cluster, taken) -> {
          predictor.joules(spec, cluster, bytes).ifPresent(it -> measured.put(cluster, it));
          taken
              .flatMap(it -> estimate(spec.job(), cluster, it))
              .ifPresent(it -> estimated.put(cluster, it));
        });
    return !measured.isEmpty() && measured.size() >= estimated.size() ? measured : estimated;
  }

  private OptionalDouble cores(Job job, String cluster) {
    return use.cores(EnergyMeter.application(clusters, job, cluster), cluster);
  }

  private Optional<Prediction> estimate(Job job, String cluster, Prediction seconds) {
    OptionalDouble watts = EnergyMeter.wattsNow(clusters, cluster);
    OptionalDouble cores = cores(job, cluster);
    if (watts.isEmpty() || cores.isEmpty()) {
      return Optional.empty();
    }
    double busy = watts.getAsDouble() * cores.getAsDouble();
    return Optional.of(
        new Prediction(
            seconds.low() * busy,
            seconds.middle() * busy,
            seconds.high() * busy,
            0,
            Source.POWER,
            seconds.runs()));
  }

  /** Why candidates have no predicted energy, a line for each reason. */
  List<String> missing(Job job, Collection<Candidate> candidates) {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    for (Candidate candidate : candidates) {
      if (candidate.joules().isEmpty()) {
        reasons
            .computeIfAbsent(reason(job, candidate), why -> new ArrayList<>())
            .add(candidate.cluster());
      }
    }
    List<String> lines = new ArrayList<>();
    reasons.forEach(
        (why, names) ->
            lines.add("energy is unavailable on " + String.join(", ", names) + ": " + why));
    return lines;
  }

  private String reason(Job job, Candidate candidate) {
    if (clusters.cluster(candidate.cluster()).flatMap(it -> it.traits().power()).isEmpty()) {
      return NO_POWER;
    }
    if (candidate.seconds().isEmpty()) {
      return "the duration is not known";
    }
    return cores(job, candidate.cluster()).isEmpty()
        ? "how many cores the application keeps busy is known after its first run"
        : "other clusters have measured runs, and estimates are not compared with these";
  }
}
