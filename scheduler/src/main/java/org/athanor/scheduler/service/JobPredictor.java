// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.athanor.scheduler.catalogue.Frameworks;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.predict.Question;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.workflow.Job;

/**
 * Predictions for jobs on clusters, from runs with the same framework. Clusters that are not in
 * their file have no framework of their own. Immutable.
 */
public final class JobPredictor {
  /** Of a job about which nothing is known. */
  static final Resources UNKNOWN_NEEDS = new Resources(1, 1 << 30, 0, 0);

  private final Predictor predictor;
  private final Map<String, Cluster> clusters;

  /**
   * Makes it.
   *
   * @param predictor of runs with the names of {@link Frameworks}
   * @param clusters with unique names
   */
  public JobPredictor(Predictor predictor, Collection<Cluster> clusters) {
    this.predictor = predictor;
    this.clusters =
        clusters.stream().collect(Collectors.toUnmodifiableMap(Cluster::name, Function.identity()));
  }

  /**
   * Seconds that a job takes on a cluster; empty if nothing is known.
   *
   * @param bytes size of its input, from 0
   */
  public Optional<Prediction> seconds(JobSpec spec, String cluster, double bytes) {
    return predictor.seconds(question(spec, cluster, bytes));
  }

  /**
   * Joules that a job takes on a cluster beyond those of idle nodes, as they were measured; empty
   * if nothing is known.
   *
   * @param bytes size of its input, from 0
   */
  public Optional<Prediction> joules(JobSpec spec, String cluster, double bytes) {
    return predictor.joules(question(spec, cluster, bytes));
  }

  private Question question(JobSpec spec, String cluster, double bytes) {
    OptionalDouble estimate =
        spec.job().rules().estimate().stream().mapToDouble(time -> time.toMillis() / 1e3).findAny();
    return new Question(
        Frameworks.application(spec.job()), place(spec.job(), cluster), bytes, estimate);
  }

  private String place(Job job, String cluster) {
    Cluster known = clusters.get(cluster);
    return known == null ? cluster : Frameworks.place(job, known);
  }

  /**
   * What a job uses on average on a cluster, else on another one.
   *
   * @param cluster empty for that on which it uses most
   */
  Resources uses(JobSpec spec, String cluster) {
    return predictor
        .resources(Frameworks.application(spec.job()), place(spec.job(), cluster))
        .orElse(UNKNOWN_NEEDS);
  }
}
