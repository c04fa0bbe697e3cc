// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.junit.jupiter.api.Test;

/** {@code -Dathanor.test.seed=N} repeats the random parts with another seed. */
class PoolsTest {
  private static final long SEED = Long.getLong("athanor.test.seed", 1);
  private static final Resources TOTAL = new Resources(16, 64e9, 0, 0);
  private static final Instant BEGIN = Instant.parse("2026-11-26T10:00:00Z");
  private static final View.Network NETWORK =
      new View.Network() {
        @Override
        public double bytesPerSecond(String from, String to) {
          return 1e8;
        }

        @Override
        public double remoteReadPart() {
          return 1;
        }
      };

  /** One cluster, and jobs that wait and run. */
  private static final class Model {
    private final Pools pools;
    private final Policy policy;
    private final List<PendingJob> waiting = new ArrayList<>();
    private final List<Reservation> running = new ArrayList<>();
    private final Map<String, String> poolOf = new HashMap<>();
    private final Map<String, Integer> started = new HashMap<>();
    private Instant now = BEGIN;
    private int jobs;

    Model(List<Pool> pools, Policy policy) {
      this.pools = new Pools(pools);
      this.policy = policy;
    }

    String submit(String pool, int priority, Resources needs) {
      String name = "j" + jobs++;
      poolOf.put(name, pool);
      waiting.add(
          new PendingJob(
              name,
              priority,
              Set.of(),
              now,
              needs,
              PendingJob.Input.NONE,
              Map.of("c", new Offer(Optional.empty(), Optional.empty())),
              Optional.empty()));
      return name;
    }

    ClusterState state() {
      Resources used =
          running.stream().map(Reservation::resources).reduce(Resources.NONE, Resources::plus);
      return new ClusterState("c", TOTAL, TOTAL.minus(used), List.copyOf(running));
    }

    Map<String, String> decide(int seconds) {
      Pools.Arrangement arranged =
          pools.arrange(new View(List.copyOf(waiting), List.of(state()), NETWORK), running, poolOf);
      for (Decision decision : policy.decide(arranged.view(), now, 1)) {
        if (decision instanceof Decision.Start start) {
          PendingJob job =
              waiting.stream().filter(it -> it.name().equals(start.job())).findAny().orElseThrow();
          waiting.remove(job);
          running.add(new Reservation(job.name(), "c", job.needs(), now.plusSeconds(seconds)));
          started.merge(poolOf.get(job.name()), 1, Integer::sum);
        }
      }
      return arranged.held();
    }

    double vcores(String pool) {
      return running.stream()
          .filter(each -> poolOf.get(each.job()).equals(pool))
          .mapToDouble(each -> each.resources().vcores())
          .sum();
    }

    long jobs(String pool) {
      return running.stream().filter(each -> poolOf.get(each.job()).equals(pool)).count();
    }

    void pass(Duration time) {
      now = now.plus(time);
      running.removeIf(each -> !each.expectedEnd().isAfter(now));
    }
  }

  private static Pool pool(String name, double weight, double vcores, int jobs) {
    return new Pool(
        name,
        weight,
        vcores > 0 ? OptionalDouble.of(vcores) : OptionalDouble.empty(),
        jobs > 0 ? OptionalInt.of(jobs) : OptionalInt.empty());
  }

  private static Policy policy(Random random) {
    return random.nextBoolean()
        ? new FirstFitPolicy(FirstFitPolicy.Order.FIFO)
        : FinishTimePolicy.best(FinishTimePolicy.Goal.MAKESPAN);
  }

  @Test
  void limitsAreNeverExceededAndNothingWaitsForEver() {
    Random random = new Random(SEED);
    for (int i = 0; i < 60; i++) {
      List<Pool> declared =
          List.of(
              pool("a", 1 + random.nextInt(3), random.nextInt(3) * 3, random.nextInt(4)),
              pool("b", 1, random.nextInt(10), random.nextInt(3)),
              pool("c", 0.5, 0, 0));
      Model model = new Model(declared, policy(random));
      for (int step = 0; step < 80; step++) {
        if (step < 40) {
          for (int n = random.nextInt(4); n > 0; n--) {
            String name = declared.get(random.nextInt(3)).name();
            double vcores = 0.5 + random.nextInt(8);
            model.submit(
                name, random.nextInt(100), new Resources(vcores, random.nextInt(16) * 1e9, 0, 0));
          }
        }
        model.decide(1 + random.nextInt(5));
        for (Pool each : declared) {
          long jobs = model.jobs(each.name());
          assertThat(jobs).as("seed %d, jobs", SEED).isLessThanOrEqualTo(each.jobs().orElse(999));
          if (jobs > 1) {
            assertThat(model.vcores(each.name()))
                .as("seed %d, vcores", SEED)
                .isLessThanOrEqualTo(each.vcores().orElse(999) + 1e-6);
          }
        }
        model.pass(Duration.ofSeconds(2));
      }
      for (int step = 0; step < 1_000 && !model.waiting.isEmpty(); step++) {
        model.decide(3);
        model.pass(Duration.ofSeconds(5));
      }
      assertThat(model.waiting).as("seed %d, round %d", SEED, i).isEmpty();
    }
  }

  @Test
  void poolsThatWantMoreGetWhatTheirWeightsSay() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20; i++) {
      Model model =
          new Model(List.of(pool("big", 3, 0, 0), pool("small", 1, 0, 0)), policy(random));
      for (int step = 0; step < 60; step++) {
        // The pool with the smaller weight asks louder, with higher priorities, and first.
        while (model.waiting.stream()
                .filter(j -> model.poolOf.get(j.name()).equals("small"))
                .count()
            < 20) {
          model.submit("small", 100, new Resources(1, 1e9, 0, 0));
        }
        while (model.waiting.size() < 40) {
          model.submit("big", 0, new Resources(1, 1e9, 0, 0));
        }
        model.decide(1 + random.nextInt(4));
        assertThat(model.running).as("nothing is left idle").hasSize(16);
        assertThat(model.vcores("small")).as("seed %d", SEED).isBetween(1.0, 16.0);
        if (step == 0) {
          assertThat(model.vcores("big")).isEqualTo(12);
        }
        model.pass(Duration.ofSeconds(1));
      }
      double ratio = model.started.get("big") / (double) model.started.get("small");
      assertThat(ratio).as("seed %d", SEED).isBetween(2.4, 3.6);
    }
  }

  /** Fairness chooses the pool, priorities choose the job of it, and then who waited longest. */
  @Test
  void prioritiesOrderTheJobsOfEachOfSeveralPools() {
    Random random = new Random(SEED);
    for (int i = 0; i < 50; i++) {
      Model model = new Model(List.of(pool("a", 2, 0, 0), pool("b", 1, 0, 0)), policy(random));
      Map<String, List<Integer>> priorities = new HashMap<>();
      for (int job = 0; job < 30; job++) {
        String pool = random.nextBoolean() ? "a" : "b";
        int priority = random.nextInt(101);
        model.submit(pool, priority, new Resources(1, 1e9, 0, 0));
        priorities.computeIfAbsent(pool, name -> new ArrayList<>()).add(priority);
      }
      Map<String, Integer> left = new HashMap<>();
      model.decide(10);
      for (PendingJob job : model.waiting) {
        left.merge(model.poolOf.get(job.name()), job.priority(), Math::max);
      }
      for (String pool : left.keySet()) {
        List<Integer> sorted = priorities.get(pool).stream().sorted().toList();
        int begun = model.started.getOrDefault(pool, 0);
        assertThat(left.get(pool))
            .as("seed %d, step %d: the best that waits in %s", SEED, i, pool)
            .isEqualTo(sorted.get(sorted.size() - 1 - begun));
      }
    }
  }

  /**
   * The example of the paper: 9 vcores and 18 GB; jobs of (1, 4) and of (3, 1): 3 and 2 of them.
   */
  @Test
  void sharesAreThoseOfTheDominantResource() {
    Pools pools = new Pools(List.of());
    Model model = new Model(List.of(), new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    for (int i = 0; i < 6; i++) {
      model.submit("a", 50, new Resources(1, 4e9, 0, 0));
      model.submit("b", 50, new Resources(3, 1e9, 0, 0));
    }
    Resources total = new Resources(9, 18e9, 0, 0);
    View view =
        new View(
            List.copyOf(model.waiting),
            List.of(new ClusterState("c", total, total, List.of())),
            NETWORK);
    View arranged = pools.arrange(view, List.of(), model.poolOf).view();
    Map<String, Integer> started = new HashMap<>();
    for (Decision decision : model.policy.decide(arranged, BEGIN, 1)) {
      if (decision instanceof Decision.Start start) {
        started.merge(model.poolOf.get(start.job()), 1, Integer::sum);
      }
    }
    assertThat(started).isEqualTo(Map.of("a", 3, "b", 2));
  }

  @Test
  void onePoolAloneIsLeftAsItIs() {
    Model model = new Model(List.of(), new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    model.submit("a", 7, new Resources(1, 1e9, 0, 0));
    model.submit("a", 9, new Resources(1, 1e9, 0, 0));
    View view = new View(List.copyOf(model.waiting), List.of(model.state()), NETWORK);
    assertThat(new Pools(List.of()).arrange(view, List.of(), model.poolOf).view()).isEqualTo(view);
  }

  @Test
  void saysWhatHoldsAJobBack() {
    Model model =
        new Model(List.of(pool("a", 1, 2, 0)), new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    model.submit("a", 50, new Resources(2, 1e9, 0, 0));
    String second = model.submit("a", 40, new Resources(1, 1e9, 0, 0));
    assertThat(model.decide(10)).containsEntry(second, "pool a uses 2.0 vcores of 2.0");
    assertThat(new Pools(List.of(pool("a", 1, 2, 0))).problem("b"))
        .contains("pool b: unknown pool; allowed a");
  }

  private static PendingJob shared(int number, double everywhere, double here) {
    Resources share = new Resources(here, 1e9, 0, 0);
    return new PendingJob(
        "j" + number,
        50,
        Set.of(),
        BEGIN.plusSeconds(number),
        new Resources(everywhere, 1e9, 0, 0),
        PendingJob.Input.NONE,
        Map.of("here", new Offer(Optional.empty(), Optional.empty(), share), "yarn", Offer.UNKNOWN),
        Optional.empty());
  }

  /** Jobs of pool {@code a} with 40 vcores, beside 64 cores of this machine. */
  private static Pools.Arrangement arrange(List<PendingJob> jobs, List<Reservation> running) {
    Map<String, String> poolOf = new HashMap<>();
    jobs.forEach(job -> poolOf.put(job.name(), "a"));
    running.forEach(each -> poolOf.put(each.job(), "a"));
    Resources here = new Resources(64, 256e9, 0, 0);
    Resources yarn = new Resources(1000, 4e12, 0, 0);
    List<ClusterState> clusters =
        List.of(
            new ClusterState("here", here, here, List.of()),
            new ClusterState("yarn", yarn, yarn, running));
    return new Pools(List.of(pool("a", 1, 40, 0)))
        .arrange(new View(jobs, clusters, NETWORK), running, poolOf);
  }

  /** On a local cluster a job takes all cores: more than the pool may use. */
  @Test
  void whatAJobNeedsOnAClusterWhereItDoesNotFitIsNoLimitElsewhere() {
    List<PendingJob> jobs = new ArrayList<>();
    for (int i = 0; i < 21; i++) {
      jobs.add(shared(i, 2, 64));
    }
    Pools.Arrangement arranged = arrange(jobs, List.of());
    assertThat(arranged.held()).isEqualTo(Map.of("j20", "pool a uses 40.0 vcores of 40.0"));
    assertThat(arranged.view().jobs())
        .extracting(PendingJob::name)
        .isEqualTo(jobs.subList(0, 20).stream().map(PendingJob::name).toList());
    assertThat(arranged.view().jobs())
        .allSatisfy(job -> assertThat(job.offers()).containsOnlyKeys("yarn"));
  }

  /** The policy may choose the cluster where the job needs most, so that much is left less. */
  @Test
  void ofClustersWhereAJobFitsTheMostCounts() {
    Reservation running =
        new Reservation("r", "yarn", new Resources(10, 1e9, 0, 0), BEGIN.plusSeconds(9));
    Pools.Arrangement arranged =
        arrange(
            List.of(shared(0, 2, 16), shared(1, 2, 16), shared(2, 12, 16), shared(3, 2, 16)),
            List.of(running));
    assertThat(arranged.view().jobs())
        .extracting(job -> job.offers().keySet())
        .containsExactly(Set.of("here", "yarn"), Set.of("yarn"), Set.of("yarn"));
    assertThat(arranged.held()).isEqualTo(Map.of("j3", "pool a uses 40.0 vcores of 40.0"));
  }

  @Test
  void aJobThatFitsNowhereRunsAloneOnAnyCluster() {
    List<PendingJob> jobs = List.of(shared(0, 50, 64), shared(1, 2, 64));
    Pools.Arrangement arranged = arrange(jobs, List.of());
    assertThat(arranged.view().jobs()).isEqualTo(jobs.subList(0, 1));
    assertThat(arranged.held()).isEqualTo(Map.of("j1", "pool a uses 64.0 vcores of 40.0"));
  }

  @Test
  void readsAFile() {
    PoolsFile file =
        PoolsFile.parse(
            Path.of("p.yaml"),
            "pools: {a: {weight: 2, vcores: 8}, b: {jobs: 0}}\n".getBytes(StandardCharsets.UTF_8));
    assertThat(file.problems())
        .extracting(Object::toString)
        .containsExactly("p.yaml:1: pools.b.jobs=0: must be a number from 1 to 1000000");
  }
}
