// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.LeastReplicas;
import org.junit.jupiter.api.Test;

class LeastSourceTest {
  private static final LeastReplicas THREE = new LeastReplicas(3, "a rule");
  private static final LeastReplicas FOUR = new LeastReplicas(4, "a rule");

  private final List<String> notices = new ArrayList<>();
  private LeastReplicas now = THREE;
  private String refusal = "";
  private String warning = "";

  private final LeastSource source = new LeastSource(this::read, () -> FOUR, notices::add);

  private LeastReplicas read(Consumer<String> warn) throws UsageException {
    if (!refusal.isEmpty()) {
      throw new UsageException(refusal);
    }
    if (!warning.isEmpty()) {
      warn.accept(warning);
      return LeastReplicas.USUAL;
    }
    return now;
  }

  @Test
  void aChangeCountsAtOnce() {
    assertThat(source.get()).isEqualTo(THREE);
    now = FOUR;
    assertThat(source.get()).isEqualTo(FOUR);
    now = LeastReplicas.USUAL;
    assertThat(source.get()).isEqualTo(LeastReplicas.USUAL);
    assertThat(notices).isEmpty();
  }

  @Test
  void whatRulesHadLastHoldsWhileTheyCannotBeRead() {
    assertThat(source.get()).isEqualTo(THREE);
    refusal = "rules: line 1 is wrong";
    assertThat(source.get()).isEqualTo(THREE);
    assertThat(source.get()).isEqualTo(THREE);
    refusal = "";
    warning = "rules: are not on this host";
    assertThat(source.get()).isEqualTo(THREE);
    assertThat(notices)
        .containsExactly(
            "rules: line 1 is wrong; the replication.minimum that they had last still holds",
            "the rules are not there; the replication.minimum that they had last still holds");
  }

  @Test
  void beforeRulesWereReadTheFallbackHolds() {
    refusal = "rules: line 1 is wrong";
    assertThat(source.get()).isEqualTo(FOUR);
    assertThat(notices).hasSize(1);
  }
}
