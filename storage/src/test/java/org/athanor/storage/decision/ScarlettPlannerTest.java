// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.athanor.storage.decision.Samples.DISK;
import static org.athanor.storage.decision.Samples.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class ScarlettPlannerTest {
  private static Candidate accessed(String path, long bytes, int concurrent) {
    return Samples.candidate(file(path, bytes, 3), DISK, concurrent);
  }

  private static List<Integer> replicas(Plan plan) {
    return plan.decisions().stream().map(FileDecision::replicas).toList();
  }

  @Test
  void eachFileGetsItsConcurrentAccessesAndTheCushion() {
    Plan plan =
        new ScarlettPlanner(1, 1_000)
            .decide(List.of(accessed("/a", 10, 0), accessed("/b", 10, 2), accessed("/c", 10, 7)));
    assertThat(replicas(plan)).containsExactly(3, 3, 8);
    assertThat(plan.budgetUsed()).isEqualTo(50);
    assertThat(plan.degraded()).isEmpty();
    assertThat(plan.decisions().get(2).reason()).isEqualTo("7 concurrent accesses of /c");
  }

  /** 65 bytes are six replicas more: three rounds for /a, which wants most, and three for /b. */
  @Test
  void theBudgetIsGivenOutInRounds() {
    Plan plan =
        new ScarlettPlanner(0, 65)
            .decide(List.of(accessed("/a", 10, 20), accessed("/b", 10, 10), accessed("/c", 10, 1)));
    assertThat(replicas(plan)).containsExactly(6, 6, 3);
    assertThat(plan.budgetUsed()).isEqualTo(60);
    assertThat(plan.degraded())
        .containsExactly(
            "/a has 6 replicas, not 20: the budget is used up",
            "/b has 6 replicas, not 10: the budget is used up");
  }

  @Test
  void aFileThatIsTooLargeLeavesTheBudgetToOthers() {
    Plan plan =
        new ScarlettPlanner(0, 25)
            .decide(List.of(accessed("/large", 100, 9), accessed("/small", 10, 5)));
    assertThat(replicas(plan)).containsExactly(3, 5);
  }

  @Test
  void neverExceedsTheBudgetNorTheWish() {
    Random random = Seeds.of("Scarlett");
    for (int i = 0; i < 1000; i++) {
      int cushion = random.nextInt(3);
      long budget = random.nextInt(500);
      List<Candidate> candidates = new ArrayList<>();
      for (int file = random.nextInt(10); file > 0; file--) {
        candidates.add(accessed("/" + file, random.nextInt(30), random.nextInt(12)));
      }
      Plan plan = new ScarlettPlanner(cushion, budget).decide(candidates);
      long used = 0;
      int unmet = 0;
      for (FileDecision decision : plan.decisions()) {
        int wanted = (int) Math.max(3, decision.candidate().popularity() + cushion);
        assertThat(decision.replicas()).as("seed %d", Seeds.seed()).isBetween(3, wanted);
        used += decision.candidate().file().bytes() * (decision.replicas() - 3);
        unmet += decision.replicas() < wanted ? 1 : 0;
      }
      assertThat(plan.budgetUsed()).isEqualTo(used).isLessThanOrEqualTo(budget);
      assertThat(plan.degraded()).hasSize(unmet);
    }
  }

  @Test
  void refusesNegativeArguments() {
    assertThatThrownBy(() -> new ScarlettPlanner(-1, 0))
        .hasMessage("cushion=-1: must be 0 or more");
    assertThatThrownBy(() -> new ScarlettPlanner(0, -1))
        .hasMessage("budgetBytes=-1: must be 0 or more");
  }
}
