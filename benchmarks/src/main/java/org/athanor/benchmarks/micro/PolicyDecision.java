// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;
import org.athanor.scheduler.service.Policies;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does a policy take to decide about all jobs? 1,000 jobs that have not started, of which
 * most wait for others, on 10 clusters with 200 jobs that run. Each sample is another one of some
 * views, so that no branch is learnt by heart.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class PolicyDecision {
  private static final int VIEWS = 16;
  private static final int CLUSTERS = 10;
  private static final int RUNNING_PER_CLUSTER = 20;
  private static final int JOBS_OF_A_CHAIN = 5;
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");

  @Param({
    "finish-time",
    "mean-completion",
    "heft",
    "phi",
    "epsilon",
    "shortest-first",
    "oblivious"
  })
  String policy;

  @Param("1000")
  int jobs;

  /** Whether all jobs have deadlines, of which many cannot be kept. */
  @Param({"false", "true"})
  boolean deadlines;

  private final List<View> views = new ArrayList<>();
  private Policy decides;
  private int next;

  /** Makes the views, from a fixed seed. */
  @Setup
  public void setUp() {
    decides = Policies.named(policy);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < VIEWS; i++) {
      views.add(view(random));
    }
  }

  private View view(SplittableRandom random) {
    List<ClusterState> clusters = new ArrayList<>();
    double[] speeds = new double[CLUSTERS];
    for (int c = 0; c < CLUSTERS; c++) {
      speeds[c] = random.nextDouble(0.5, 2);
      List<Reservation> running = new ArrayList<>();
      Resources total = new Resources(200, 400L << 30, 0, 0);
      Resources free = total;
      for (int r = 0; r < RUNNING_PER_CLUSTER; r++) {
        Resources used = needs(random);
        free = free.minus(used);
        Instant end = NOW.plusMillis(random.nextLong(1, 600_000));
        running.add(new Reservation("running-" + c + "-" + r, name(c), used, end));
      }
      clusters.add(new ClusterState(name(c), total, free, running));
    }
    List<PendingJob> pending = new ArrayList<>();
    for (int j = 0; j < jobs; j++) {
      pending.add(job(j, speeds, random));
    }
    return new View(pending, clusters, new EqualLinks());
  }

  private PendingJob job(int number, double[] speeds, SplittableRandom random) {
    double seconds = Math.exp(random.nextDouble(Math.log(10), Math.log(3000)));
    Map<String, Offer> offers = new HashMap<>();
    for (int c = 0; c < CLUSTERS; c++) {
      double there = seconds / speeds[c] * random.nextDouble(0.8, 1.25);
      offers.put(name(c), new Offer(exactly(there), exactly(there * random.nextDouble(50, 200))));
    }
    Set<String> after = number % JOBS_OF_A_CHAIN == 0 ? Set.of() : Set.of("job-" + (number - 1));
    int first = random.nextInt(CLUSTERS / 2);
    Set<String> at = Set.of(name(first), name(first + CLUSTERS / 2));
    PendingJob.Input input = new PendingJob.Input(random.nextDouble(1e8, 1e11), at, Map.of());
    Instant since = NOW.minusMillis(random.nextLong(1, 600_000));
    Instant drawn = NOW.plusSeconds(random.nextLong(600, 36_000));
    Optional<Instant> deadline = deadlines ? Optional.of(drawn) : Optional.empty();
    return new PendingJob(
        "job-" + number, 50, after, since, needs(random), input, offers, deadline);
  }

  private static Resources needs(SplittableRandom random) {
    long vcores = random.nextLong(1, 17);
    return new Resources(vcores, vcores << 31, 0, 0);
  }

  private static Optional<Prediction> exactly(double amount) {
    return Optional.of(new Prediction(amount, amount, amount, 0.9, Source.LINE, 9));
  }

  private static String name(int cluster) {
    return "cluster-" + cluster;
  }

  private static final class EqualLinks implements View.Network {
    @Override
    public double bytesPerSecond(String from, String to) {
      return 100e6;
    }

    @Override
    public double remoteReadPart() {
      return 0.5;
    }
  }

  /** Decides about all jobs of a view. */
  @Benchmark
  public List<Decision> decide() {
    View view = views.get(next);
    next = (next + 1) % VIEWS;
    return decides.decide(view, NOW, next);
  }
}
