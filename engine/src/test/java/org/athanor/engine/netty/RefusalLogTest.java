// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.engine.testing.Warnings;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
  @Test
  void logsTenRefusalsInAMinuteAndThenCountsTheRest() {
    AtomicLong now = new AtomicLong(-5);
    RefusalLog log = new RefusalLog(now::get);
    try (Warnings warnings = Warnings.of(RefusalLog.class.getName())) {
      for (int i = 0; i < 1000; i++) {
        log.refused("10.0.0.1:" + i, "why");
      }
      assertThat(warnings.lines()).hasSize(RefusalLog.MAX_LINES);
      assertThat(warnings.lines().get(9)).isEqualTo("refused a connection from 10.0.0.1:9: why");
      now.addAndGet(TimeUnit.MINUTES.toNanos(1));
      log.refused("10.0.0.2:1", "why");
      log.refused("10.0.0.2:2", "why");
      assertThat(warnings.lines().subList(10, 12))
          .containsExactly(
              "refused a connection from 10.0.0.2:1: why (990 refused before are not logged)",
              "refused a connection from 10.0.0.2:2: why");
    }
  }
}
