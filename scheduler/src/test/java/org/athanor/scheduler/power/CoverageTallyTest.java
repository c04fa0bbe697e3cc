// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.scheduler.power.CoverageTally.Holder;
import org.junit.jupiter.api.Test;

class CoverageTallyTest {
  private final CoverageTally tally =
      new CoverageTally(Set.of("gone"), List.of("a", "b", "c"), Set.of());

  private static List<Holder> replicas(String... nodes) {
    return Arrays.stream(nodes).map(node -> new Holder(node, 0, true)).toList();
  }

  @Test
  void theLastCandidateStaysThatHoldsWhatNoOtherHolds() {
    tally.add("/elsewhere", replicas("a", "stays"), 1);
    tally.add("/none", replicas("gone"), 1);
    assertThat(tally.refusals()).isEmpty();
    tally.add("/two", replicas("a", "b", "gone"), 1);
    assertThat(tally.refusals()).isEqualTo(Map.of("b", "without it, /two cannot be read"));
    tally.add("/with-b", replicas("b", "c"), 1);
    assertThat(tally.refusals()).as("b stays already").containsOnlyKeys("b");
    assertThat(tally.isOver()).isFalse();
  }

  @Test
  void aNodeThatCannotBeReadFromDoesNotCountUnlessItReturns() {
    tally.add("/f", List.of(new Holder("a", 0, false), new Holder("broken", 0, false)), 1);
    assertThat(tally.refusals()).containsOnlyKeys("a");
    tally.add("/g", List.of(new Holder("a", 0, false), new Holder("c", 0, true)), 1);
    assertThat(tally.refusals()).as("a returns into service").containsOnlyKeys("a");
  }

  @Test
  void aCodedBlockNeedsEnoughDifferentParts() {
    List<Holder> parts =
        List.of(
            new Holder("a", 0, true),
            new Holder("b", 1, true),
            new Holder("stays", 2, true),
            new Holder("other", 2, true));
    tally.add("/coded", parts, 2);
    assertThat(tally.refusals()).containsOnlyKeys("b");
  }

  @Test
  void allCandidatesInMaintenanceStayIfTooLittleOfABlockIsNamed() {
    CoverageTally asked = new CoverageTally(Set.of(), List.of("a", "b", "c"), Set.of("a", "b"));
    asked.add("/elsewhere", replicas("c", "stays"), 1);
    assertThat(asked.refusals()).isEmpty();
    asked.add("/with-c", replicas("c"), 1);
    assertThat(asked.refusals()).as("c stays, which is enough").containsOnlyKeys("c");
    List<Holder> parts = List.of(new Holder("stays", 0, true), new Holder("stays", 1, true));
    asked.add("/coded", parts, 2);
    assertThat(asked.refusals()).containsOnlyKeys("c");
    asked.add("/coded", parts, 3);
    assertThat(asked.refusals())
        .containsEntry("a", "/coded may be only there")
        .containsEntry("b", "/coded may be only there");
  }

  @Test
  void candidatesInMaintenanceStayIfABlockIsNowhere() {
    CoverageTally asked = new CoverageTally(Set.of(), List.of("a", "b", "c"), Set.of("a", "b"));
    asked.add("/hidden", List.of(), 1);
    assertThat(asked.refusals()).containsOnlyKeys("a", "b");
  }

  @Test
  void aNodeStaysWhileAFileIsWrittenThere() {
    tally.addOpen("/log", List.of("stays", "c"));
    assertThat(tally.refusals()).isEqualTo(Map.of("c", "/log is being written there"));
    tally.add("/x", replicas("a"), 1);
    tally.add("/y", replicas("b"), 1);
    assertThat(tally.isOver()).isTrue();
  }
}
