// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.athanor.scheduler.carbon.CarbonPolicy;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.carbon.IntensityFile;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whether carbon makes jobs later by more than its bound, or too late: 100 random jobs in six hours
 * on three clusters with random intensities, some of which need much of a cluster. All jobs must
 * end.
 */
class CarbonBoundTest {
  private static final int SEEDS = 12;
  private static final int JOBS = 100;
  private static final double BOUND = 0.1;
  private static final double SIX_HOURS = 6 * 3600;

  @TempDir private Path directory;

  /** When jobs started and ended. */
  private record Ran(Map<String, Double> ends, double grams) {
    double meanCompletion(List<ModelJob> jobs) {
      return jobs.stream()
          .mapToDouble(job -> ends.get(job.name()) - job.submitted())
          .average()
          .orElseThrow();
    }

    Set<String> missed(List<ModelJob> jobs) {
      Set<String> missed = new TreeSet<>();
      for (ModelJob job : jobs) {
        if (ends.get(job.name()) - job.submitted() > job.allowedSeconds() + 1e-6) {
          missed.add(job.name());
        }
      }
      return missed;
    }
  }

  @Test
  void meanCompletionStaysWithinTheBound() throws Exception {
    double saved = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      Electricity electricity = electricity(random);
      List<ModelJob> jobs = jobs(random, 0);
      double error = seed % 2 == 0 ? 0 : 0.3;
      Map<String, Map<String, Offer>> offers = offers(jobs, random, error);
      Policy base = base(seed);
      Ran without = run(base, jobs, offers, electricity);
      Ran with = run(new CarbonPolicy(base, now -> electricity, BOUND), jobs, offers, electricity);
      double part = with.meanCompletion(jobs) / without.meanCompletion(jobs);
      assertThat(part).as("seed %s", seed).isLessThan(1 + BOUND);
      saved += 1 - with.grams() / without.grams();
    }
    assertThat(saved / SEEDS).as("part of the carbon that is saved").isGreaterThan(0.02);
  }

  /** A third of the jobs has deadlines, of 1.2 to 30 times what they take. */
  @Test
  void noJobIsLateThatWasNotWithoutCarbon() throws Exception {
    for (long seed = 101; seed <= 100 + SEEDS; seed++) {
      Random random = new Random(seed);
      Electricity electricity = electricity(random);
      List<ModelJob> jobs = jobs(random, 1.0 / 3);
      Map<String, Map<String, Offer>> offers = offers(jobs, random, 0);
      Policy base = base(seed);
      Ran without = run(base, jobs, offers, electricity);
      Ran with = run(new CarbonPolicy(base, now -> electricity, BOUND), jobs, offers, electricity);
      assertThat(without.missed(jobs)).as("seed %s", seed).containsAll(with.missed(jobs));
      double part = with.meanCompletion(jobs) / without.meanCompletion(jobs);
      assertThat(part).as("seed %s", seed).isLessThan(1 + BOUND);
    }
  }

  private static Policy base(long seed) {
    return seed % 3 == 0
        ? FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION)
        : new FirstFitPolicy(FirstFitPolicy.Order.FIFO);
  }

  private static Map<String, Map<String, Offer>> offers(
      List<ModelJob> jobs, Random random, double error) {
    Map<String, Map<String, Offer>> offers = new HashMap<>();
    jobs.forEach(
        job ->
            offers.put(
                job.name(),
                job.offers(amount -> amount * (1 + error * (2 * random.nextDouble() - 1)))));
    return offers;
  }

  private static Ran run(
      Policy policy,
      List<ModelJob> jobs,
      Map<String, Map<String, Offer>> offers,
      Electricity electricity) {
    Map<String, Double> ends = new HashMap<>();
    double[] grams = new double[1];
    new ModelRun(
            clusters(),
            policy,
            1,
            (job, cluster, start, end) -> {
              ends.put(job.name(), end);
              grams[0] +=
                  job.joules().get(cluster)
                      * electricity
                          .intensities()
                          .mean(
                              electricity.zones().get(cluster),
                              Instant.EPOCH.plusMillis((long) (start * 1e3)),
                              end - start)
                          .orElseThrow();
            })
        .run(jobs, offers);
    return new Ran(ends, grams[0]);
  }

  private static ModelClusters clusters() {
    Map<String, Resources> totals = new TreeMap<>();
    for (String name : List.of("a", "b", "c")) {
      totals.put(name, new Resources(20, 0, 0, 0));
    }
    return new ModelClusters(totals);
  }

  private static List<ModelJob> jobs(Random random, double withDeadline) {
    List<ModelJob> jobs = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      double seconds = Math.exp(3 + 5 * random.nextDouble());
      Map<String, Double> times = new TreeMap<>();
      Map<String, Double> joules = new TreeMap<>();
      for (String name : List.of("a", "b", "c")) {
        times.put(name, seconds * (0.7 + 0.6 * random.nextDouble()));
        joules.put(name, times.get(name) * (20 + 80 * random.nextDouble()));
      }
      int vcores = 1 + (int) (20 * Math.pow(random.nextDouble(), 3));
      jobs.add(
          new ModelJob(
              "j" + i,
              SIX_HOURS * random.nextDouble(),
              new Resources(vcores, 0, 0, 0),
              0,
              Set.of(),
              times,
              joules,
              random.nextDouble() < withDeadline
                  ? Collections.min(times.values()) * Math.exp(0.2 + 3.2 * random.nextDouble())
                  : Double.POSITIVE_INFINITY));
    }
    return jobs;
  }

  private Electricity electricity(Random random) throws Exception {
    StringBuilder rows = new StringBuilder("time,zone,value,unit,source\n");
    for (int hour = 0; hour < 96; hour++) {
      for (String zone : List.of("A", "B", "C")) {
        rows.append(Instant.EPOCH.plus(Duration.ofHours(hour))).append(',').append(zone);
        rows.append(',').append(random.nextInt(10, 600)).append(",gCO2eq/kWh,x\n");
      }
    }
    Path file = Files.writeString(directory.resolve("carbon.csv"), rows.toString());
    return new Electricity(
        IntensityFile.read(file).intensities().orElseThrow(), Map.of("a", "A", "b", "B", "c", "C"));
  }
}
