// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.athanor.scheduler.carbon.CarbonPolicy;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.carbon.Intensities;
import org.athanor.scheduler.carbon.IntensityFile;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.Policy;

/**
 * Jobs of a trace on clusters in zones of carbon-intensity.csv, which describes the model.
 *
 * @param jobs of which joules are known
 */
record CarbonEvaluation(List<ModelJob> jobs, Electricity electricity) {
  static final double BOUND = 0.1;

  /** What a policy achieved, and the grams of carbon of all jobs. */
  record Result(Outcome outcome, double grams) {}

  static Intensities table() {
    try {
      Path file = Path.of(CarbonEvaluation.class.getResource("carbon-intensity.csv").toURI());
      return IntensityFile.read(file).intensities().orElseThrow();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static CarbonEvaluation of(Path trace, double allowed, double seconds, List<String> zones)
      throws IOException {
    return of(new EpsilonWorkload(allowed).jobs(trace, seconds), zones);
  }

  /**
   * With other jobs.
   *
   * @param zones of C1, C2 and C3
   */
  static CarbonEvaluation of(List<ModelJob> jobs, List<String> zones) {
    Map<String, String> zoneOf = new TreeMap<>();
    for (int i = 0; i < zones.size(); i++) {
      zoneOf.put("C" + (i + 1), zones.get(i));
    }
    return new CarbonEvaluation(jobs, new Electricity(table(), zoneOf));
  }

  Result run(Policy policy) {
    double[] grams = new double[1];
    ModelRun run =
        new ModelRun(
            new EpsilonWorkload(1).clusters(),
            policy,
            1,
            (job, cluster, start, end) -> grams[0] += grams(job, cluster, start, end));
    Map<String, Map<String, Offer>> offers = new HashMap<>();
    jobs.forEach(
        job -> offers.put(job.name(), job.offers(UnaryOperator.<Double>identity()::apply)));
    Outcome outcome = run.run(jobs, offers);
    return new Result(outcome, grams[0]);
  }

  private double grams(ModelJob job, String cluster, double start, double end) {
    double mean =
        electricity
            .intensities()
            .mean(
                electricity.zones().get(cluster),
                Instant.EPOCH.plusMillis((long) (start * 1e3)),
                end - start)
            .orElseThrow();
    return job.joules().get(cluster) / 3.6e6 * mean;
  }

  /** A new policy that looks at carbon, with the bound of the goal. */
  CarbonPolicy carbon(Policy base) {
    return new CarbonPolicy(base, now -> electricity, BOUND);
  }
}
