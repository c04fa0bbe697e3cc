// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
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
 * Predicts the energy of a job on each cluster. There are several ways: from runs whose energy was
 * measured; and from the predicted seconds, the cores that the application keeps busy, and the
 * power of the nodes, which is that of the file of clusters or that of the catalogue. All clusters
 * of one job get predictions of one way, that which tells about most of them: these are different
 * amounts, and to compare them would favour one. Thread of work.
 */
final class EnergyForecast {
  private final ClusterSource clusters;
  private final CoreUse use;
  private final NodePowers powers;

  /** The ways; of two that tell about as many clusters, the first counts. */
  private enum Way {
    MEASURED_RUNS,
    GIVEN_POWER,
    POWER_OF_CATALOGUE
  }

  /**
   * Makes it.
   *
   * @param use cores that applications keep busy; may grow
   */
  EnergyForecast(ClusterSource clusters, CoreUse use, NodePowers powers) {
    this.clusters = clusters;
    this.use = use;
    this.powers = powers;
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
    Map<Way, Map<String, Prediction>> ways = new EnumMap<>(Way.class);
    for (Way way : Way.values()) {
      ways.put(way, new HashMap<>());
    }
    seconds.forEach(
        (cluster, taken) -> {
          predictor
              .joules(spec, cluster, bytes)
              .ifPresent(it -> ways.get(Way.MEASURED_RUNS).put(cluster, it));
          NodePower power = powers.of(cluster);
          Way way = power instanceof NodePower.Given ? Way.GIVEN_POWER : Way.POWER_OF_CATALOGUE;
          taken
              .flatMap(it -> estimate(spec.job(), cluster, power, it))
              .ifPresent(it -> ways.get(way).put(cluster, it));
        });
    Map<String, Prediction> most = Map.of();
    for (Map<String, Prediction> each : ways.values()) {
      most = each.size() > most.size() ? each : most;
    }
    return most;
  }

  private OptionalDouble cores(Job job, String cluster) {
    return use.cores(EnergyMeter.application(clusters, job, cluster), cluster);
  }

  private Optional<Prediction> estimate(
      Job job, String cluster, NodePower power, Prediction seconds) {
    OptionalDouble watts = powers.busyCoreWatts(cluster, power);
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

  /**
   * Why candidates have no predicted energy, and which runs of the catalogue estimates rest on; a
   * line for each reason.
   */
  List<String> explained(Job job, Collection<Candidate> candidates) {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    List<String> bases = new ArrayList<>();
    for (Candidate candidate : candidates) {
      String cluster = candidate.cluster();
      if (candidate.joules().isEmpty()) {
        reasons.computeIfAbsent(reason(job, candidate), why -> new ArrayList<>()).add(cluster);
      } else if (candidate.joules().get().source() == Source.POWER
          && powers.of(cluster) instanceof NodePower.Catalogue power) {
        bases.add("energy is estimated on " + cluster + " with the power of " + power.source());
      }
    }
    List<String> lines = new ArrayList<>();
    reasons.forEach(
        (why, names) ->
            lines.add("energy is unavailable on " + String.join(", ", names) + ": " + why));
    lines.addAll(bases);
    return lines;
  }

  private String reason(Job job, Candidate candidate) {
    if (powers.of(candidate.cluster()) instanceof NodePower.Unavailable unavailable) {
      return unavailable.reason();
    }
    if (candidate.seconds().isEmpty()) {
      return "the duration is not known";
    }
    return cores(job, candidate.cluster()).isEmpty()
        ? "how many cores the application keeps busy is known after its first run"
        : "energies of other clusters are known in another way, and these are not compared";
  }
}
