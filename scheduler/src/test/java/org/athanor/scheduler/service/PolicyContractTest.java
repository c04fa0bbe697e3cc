// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.athanor.scheduler.carbon.CarbonPolicy;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every policy keeps to that users can choose, with carbon too, in random views. */
class PolicyContractTest {
  private static final Instant NOW = RandomViews.NOW;
  private static final int VIEWS = 25;

  @TempDir private Path directory;

  private Map<String, Supplier<Policy>> policies(SplittableRandom random) throws Exception {
    Electricity electricity = RandomViews.electricity(directory, random);
    Map<String, Supplier<Policy>> policies = new LinkedHashMap<>();
    for (String name : Policies.names()) {
      policies.put(name, () -> Policies.named(name));
      policies.put(
          name + " with carbon",
          () -> new CarbonPolicy(Policies.named(name), now -> electricity, 0.5));
    }
    return policies;
  }

  @Test
  void everyReadyJobGetsOneDecisionThatCanBeCarriedOut() throws Exception {
    for (long seed = 1; seed <= VIEWS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Map<String, Supplier<Policy>> policies = policies(random);
      View view = RandomViews.of(random);
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
}
