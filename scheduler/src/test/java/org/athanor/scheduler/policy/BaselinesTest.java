// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.scheduler.policy.Views.job;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BaselinesTest {

  @Test
  void obliviousTakesAnyClusterThatHoldsTheInputAndStaysWithIt() {
    View view =
        new Views("a", "b", "c")
            .with(job("j").takes("a", 10).takes("b", 20).takes("c", 30).reads("a", "c"))
            .view();
    Set<String> chosen = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      Decision.Start start =
          (Decision.Start) new ObliviousPolicy().decide(view, Views.NOW, seed).get(0);
      assertThat(start).isEqualTo(new ObliviousPolicy().decide(view, Views.NOW, seed).get(0));
      chosen.add(start.cluster());
    }
    assertThat(chosen).containsExactlyInAnyOrder("a", "c");
  }

  /** 400 jobs with like names on four clusters: 100 on each, with a standard deviation of 8.7. */
  @Test
  void obliviousSpreadsJobsWithLikeNames() {
    Views views = new Views("a", "b", "c", "d");
    for (int i = 0; i < 400; i++) {
      views.with(job("sort-" + i).needs(0).takes("a", 1).takes("b", 1).takes("c", 1).takes("d", 1));
    }
    Map<String, Long> starts =
        new ObliviousPolicy()
            .decide(views.view(), Views.NOW, 1).stream()
                .map(decision -> ((Decision.Start) decision).cluster())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(starts)
        .hasSize(4)
        .allSatisfy((name, count) -> assertThat(count).isBetween(65L, 135L));
  }

  @Test
  void obliviousWaitsForRoomThere() {
    View view =
        new Views("a", "b")
            .running("a", 1, 10)
            .with(job("j").takes("a", 10).takes("b", 20).reads("a"))
            .view();
    assertThat(Decisions.of(new ObliviousPolicy(), view)).containsExactly("j: defer");
  }

  @Test
  void firstFitPrefersTheInputAndOtherwiseTakesTheFirstCluster() {
    View view =
        new Views("a", "b", "c")
            .with(job("j").takes("a", 10).takes("b", 20).takes("c", 5).reads("b"))
            .with(job("k").takes("a", 10).takes("b", 20).takes("c", 5).reads("b"))
            .view();
    assertThat(Decisions.of(new FirstFitPolicy(FirstFitPolicy.Order.FIFO), view))
        .containsExactly("j: LOCAL on b", "k: STAGE on a");
  }

  @Test
  void shortestPredictedFirstCountsTheCopy() {
    View view =
        new Views("a", "b")
            .with(job("long").takes("a", 50).takes("b", 60))
            .with(job("short").takes("a", 10).takes("b", 111).reads("b"))
            .with(job("shorter").takes("a", 9).takes("b", 8).needs(1).priority(1))
            .view();
    assertThat(Decisions.of(new FirstFitPolicy(FirstFitPolicy.Order.SHORTEST_PREDICTED), view))
        .containsExactly("shorter: LOCAL on b", "short: STAGE on a", "long: defer");
  }
}
