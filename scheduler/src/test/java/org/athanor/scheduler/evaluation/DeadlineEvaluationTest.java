// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.athanor.scheduler.policy.DeadlinePolicy;
import org.athanor.scheduler.policy.EpsilonPolicy;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.ObliviousPolicy;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PhiPolicy;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.TetrisPolicy;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Jobs of phi-applications.csv that come in the course of an hour, a third of which have deadlines,
 * on the clusters of phi-clusters.csv: how many are late with and without {@link DeadlinePolicy}.
 * With {@code ATHANOR_TEST_RENEW=true} it runs {@value #SEEDS} seeds and writes the table of {@code
 * docs/scheduling-evaluation.md}.
 */
class DeadlineEvaluationTest {
  private static final int SEEDS = 30;
  private static final int FEW_SEEDS = 2;

  private final PhiWorkload workload = new PhiWorkload();

  /**
   * What became of the jobs of all seeds.
   *
   * @param due jobs with deadlines
   * @param alone those of them that are late with the policy alone
   * @param kept those that are with {@link DeadlinePolicy} around it
   * @param completion mean of the mean completion with it, divided by that without
   */
  private record Found(int due, int alone, int kept, double completion) {}

  private static Map<String, Policy> bases() {
    Map<String, Policy> bases = new LinkedHashMap<>();
    bases.put("finish-time", FinishTimePolicy.best(FinishTimePolicy.Goal.MAKESPAN));
    bases.put("mean-completion", FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION));
    bases.put("heft", FinishTimePolicy.heft());
    bases.put("phi", new PhiPolicy(Duration.ofMinutes(10)));
    bases.put("epsilon", new EpsilonPolicy(EpsilonPolicy.Merit.PERFORMANCE_PER_ENERGY));
    bases.put("first-fit", new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    bases.put("shortest-first", new FirstFitPolicy(FirstFitPolicy.Order.SHORTEST_PREDICTED));
    bases.put("tetris", new TetrisPolicy());
    bases.put("oblivious", new ObliviousPolicy());
    return bases;
  }

  /** The jobs of a workflow of {@link PhiWorkload}, with times and deadlines. */
  private List<ModelJob> jobs(long seed) {
    Random random = new Random(seed);
    List<ModelJob> jobs = new ArrayList<>();
    for (ModelJob job : workload.jobs(seed, 2)) {
      double fastest = job.seconds().values().stream().mapToDouble(it -> it).min().orElseThrow();
      jobs.add(
          new ModelJob(
              job.name(),
              3600 * random.nextDouble(),
              job.needs(),
              job.bytes(),
              job.at(),
              job.seconds(),
              job.joules(),
              random.nextInt(3) > 0
                  ? Double.POSITIVE_INFINITY
                  : fastest * (1.2 + 4 * random.nextDouble())));
    }
    return jobs;
  }

  /** Durations that are wrong by up to a part, with an interval that contains the true one. */
  private static Map<String, Offer> offers(ModelJob job, double error, Random random) {
    Map<String, Offer> offers = new TreeMap<>();
    new TreeMap<>(job.seconds())
        .forEach(
            (cluster, seconds) -> {
              double told = seconds * (1 + error * (2 * random.nextDouble() - 1));
              offers.put(
                  cluster,
                  new Offer(
                      Optional.of(
                          new Prediction(
                              told / (1 + error), told, told / (1 - error), 1, Source.LINE, 9)),
                      Optional.empty()));
            });
    return offers;
  }

  private Found run(Policy base, double error, int seeds) {
    Found found = new Found(0, 0, 0, 0);
    for (long seed = 1; seed <= seeds; seed++) {
      List<ModelJob> jobs = jobs(seed);
      Random random = new Random(~seed);
      Map<String, Map<String, Offer>> offers = new HashMap<>();
      jobs.forEach(job -> offers.put(job.name(), offers(job, error, random)));
      Outcome alone = new ModelRun(workload.clusters(), base, seed).run(jobs, offers);
      Outcome kept =
          new ModelRun(workload.clusters(), new DeadlinePolicy(base), seed).run(jobs, offers);
      int due = (int) jobs.stream().filter(it -> it.allowedSeconds() < 1e9).count();
      found =
          new Found(
              found.due() + due,
              found.alone() + alone.missed(),
              found.kept() + kept.missed(),
              found.completion() + kept.meanCompletion() / alone.meanCompletion() / seeds);
    }
    return found;
  }

  @Test
  void fewerJobsAreLateAndOthersHardlyWait() {
    bases()
        .forEach(
            (name, base) -> {
              Found found = run(base, 0.3, FEW_SEEDS);
              assertThat(found.kept()).as(name + ": " + found).isLessThan(found.alone());
              assertThat(found.completion()).as(name + ": " + found).isLessThan(1.1);
            });
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "ATHANOR_TEST_RENEW", matches = "true")
  void writesTheTable() throws Exception {
    StringBuilder text = new StringBuilder();
    text.append("| policy | predictions | jobs with deadlines | late, policy alone | late | ");
    text.append("mean completion, % |\n");
    text.append("|---|---|---|---|---|---|\n");
    bases()
        .forEach(
            (name, base) -> {
              for (double error : new double[] {0, 0.3}) {
                Found found = run(base, error, SEEDS);
                text.append(
                    String.format(
                        Locale.ROOT,
                        "| %s | %s | %d | %d | %d | %+.1f |%n",
                        name,
                        error == 0 ? "exact" : "up to 30 % wrong",
                        found.due(),
                        found.alone(),
                        found.kept(),
                        100 * (found.completion() - 1)));
              }
            });
    EvaluationPage.write("deadlines", text + "\n");
  }
}
