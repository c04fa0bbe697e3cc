// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.athanor.scheduler.carbon.CarbonPolicy;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.carbon.Intensities;
import org.athanor.scheduler.carbon.IntensityFile;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every policy keeps to that users can choose, with carbon too, in random views. */
class PolicyContractTest {
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
  private static final List<String> CLUSTERS = List.of("a", "b", "c");
  private static final int VIEWS = 25;

  @TempDir private Path directory;

  private Map<String, Supplier<Policy>> policies(SplittableRandom random) throws Exception {
    Electricity electricity = new Electricity(intensities(random), Map.of("a", "A", "b", "B"));
    Map<String, Supplier<Policy>> policies = new LinkedHashMap<>();
    for (String name : Policies.names()) {
      policies.put(name, () -> Policies.named(name));
      policies.put(
          name + " with carbon",
          () -> new CarbonPolicy(Policies.named(name), now -> electricity, 0.5));
    }
    return policies;
  }

  private Intensities intensities(SplittableRandom random) throws Exception {
    StringBuilder rows = new StringBuilder("time,zone,value,unit,source\n");
    for (int hour = 0; hour < 30; hour++) {
      for (String zone : List.of("A", "B")) {
        rows.append(NOW.plus(Duration.ofHours(hour))).append(',').append(zone).append(',');
        rows.append(random.nextInt(0, 500)).append(",gCO2eq/kWh,x\n");
      }
    }
    Path file = Files.writeString(directory.resolve("carbon.csv"), rows.toString());
    return IntensityFile.read(file).intensities().orElseThrow();
  }

  @Test
  void everyReadyJobGetsOneDecisionThatCanBeCarriedOut() throws Exception {
    for (long seed = 1; seed <= VIEWS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Map<String, Supplier<Policy>> policies = policies(random);
      View view = view(random);
      for (Map.Entry<String, Supplier<Policy>> each : policies.entrySet()) {
        String what = each.getKey() + ", seed " + seed;
        List<Decision> decisions = each.getValue().get().decide(view, NOW, seed);
        check(what, view, decisions);
        assertThat(each.getValue().get().decide(view, NOW, seed)).as(what).isEqualTo(decisions);
      }
    }
  }

  private static void check(String what, View view, List<Decision> decisions) {
    Map<String, PendingJob> jobs = new HashMap<>();
    view.jobs().forEach(job -> jobs.put(job.name(), job));
    assertThat(decisions.stream().map(Decision::job))
        .as(what)
        .containsExactlyInAnyOrderElementsOf(
            view.jobs().stream().filter(PendingJob::ready).map(PendingJob::name).toList());
    Map<String, Resources> used =
        view.clusters().stream().collect(Collectors.toMap(ClusterState::name, c -> Resources.NONE));
    for (Decision decision : decisions) {
      assertThat(decision.reason()).as(what).isNotBlank();
      if (decision instanceof Decision.Start start) {
        PendingJob job = jobs.get(start.job());
        assertThat(job.offers()).as(what).containsKey(start.cluster());
        Resources needs = job.needs().atMost(cluster(view, start.cluster()).total());
        used.merge(start.cluster(), needs, Resources::plus);
      } else if (decision instanceof Decision.Stage stage) {
        assertThat(jobs.get(stage.job()).offers()).as(what).containsKey(stage.cluster());
      } else if (decision instanceof Decision.Wait wait) {
        assertThat(wait.until()).as(what).isAfter(NOW);
        checkDeadline(what, jobs.get(wait.job()), wait, view);
      }
    }
    used.forEach(
        (name, sum) ->
            assertThat(sum.fitsIn(cluster(view, name).free())).as(what + " on " + name).isTrue());
  }

  /** A wait for less carbon leaves time for the fastest cluster, if there was time. */
  private static void checkDeadline(String what, PendingJob job, Decision.Wait wait, View view) {
    if (job.deadline().isEmpty() || !wait.reason().startsWith("waits until")) {
      return;
    }
    double fastest =
        job.offers().entrySet().stream()
            .filter(offer -> offer.getValue().seconds().isPresent())
            .mapToDouble(
                offer ->
                    offer.getValue().seconds().get().high() + view.copySeconds(job, offer.getKey()))
            .min()
            .orElse(0);
    assertThat(wait.until().plusMillis((long) (fastest * 1e3)))
        .as(what + ": " + wait)
        .isBeforeOrEqualTo(job.deadline().get());
  }

  private static ClusterState cluster(View view, String name) {
    return view.clusters().stream().filter(it -> it.name().equals(name)).findAny().orElseThrow();
  }

  private static View view(SplittableRandom random) {
    List<ClusterState> clusters = new ArrayList<>();
    for (String name : CLUSTERS) {
      Resources total = new Resources(random.nextInt(4, 20), 100, 0, 0);
      Resources free = total;
      List<Reservation> running = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        Resources used = needs(random).atMost(free);
        free = free.minus(used);
        running.add(new Reservation(name + i, name, used, NOW.plusSeconds(random.nextInt(1, 900))));
      }
      clusters.add(new ClusterState(name, total, free, running));
    }
    List<PendingJob> jobs = new ArrayList<>();
    for (int i = random.nextInt(1, 12); i > 0; i--) {
      jobs.add(job("j" + i, jobs, random));
    }
    return new View(jobs, clusters, new Network());
  }

  private static Resources needs(SplittableRandom random) {
    return new Resources(random.nextInt(1, 25), random.nextInt(1, 120), 0, 0);
  }

  private static PendingJob job(String name, List<PendingJob> before, SplittableRandom random) {
    Map<String, Offer> offers = new HashMap<>();
    for (String cluster : CLUSTERS) {
      if (offers.isEmpty() || random.nextInt(5) > 0) {
        offers.put(cluster, random.nextInt(6) == 0 ? Offer.UNKNOWN : offer(random));
      }
    }
    Set<String> at = new HashSet<>();
    CLUSTERS.stream().filter(cluster -> random.nextInt(3) == 0).forEach(at::add);
    Instant since = NOW.minusSeconds(random.nextInt(0, 100_000));
    return new PendingJob(
        name,
        random.nextInt(3),
        before.isEmpty() || random.nextInt(4) > 0
            ? Set.of()
            : Set.of(before.get(random.nextInt(before.size())).name()),
        since,
        needs(random),
        new PendingJob.Input(random.nextInt(1000), at, Map.of()),
        offers,
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(since.plusSeconds(random.nextInt(1, 200_000))));
  }

  private static Offer offer(SplittableRandom random) {
    double seconds = Math.exp(random.nextDouble(2, 10));
    Optional<Prediction> joules =
        random.nextInt(4) == 0
            ? Optional.empty()
            : Optional.of(prediction(seconds * random.nextDouble(10, 100)));
    return new Offer(Optional.of(prediction(seconds)), joules);
  }

  private static Prediction prediction(double middle) {
    return new Prediction(0.8 * middle, middle, 1.3 * middle, 0.9, Source.LINE, 9);
  }

  private static final class Network implements View.Network {
    @Override
    public double bytesPerSecond(String from, String to) {
      return 10;
    }

    @Override
    public double remoteReadPart() {
      return 0.5;
    }
  }
}
