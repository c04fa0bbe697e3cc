// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.athanor.engine.testing.Warnings;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drives several Workers of a session through random histories. */
class ExchangeHistoriesTest {
  private static final int HISTORIES = Integer.getInteger("athanor.test.exchange.histories", 400);
  private static final int STEPS = 80;

  @TempDir Path directory;

  @Test
  void eachAssignmentGetsEachMapsOutputOnceAndWhole() throws Exception {
    Random random = Seeds.of("exchange");
    try (Warnings warnings = Warnings.of("org.athanor.engine.exchange")) {
      for (int i = 0; i < HISTORIES; i++) {
        long seed = random.nextLong();
        try {
          live(new Random(seed), directory.resolve("history" + i));
        } catch (AssertionError | Exception e) {
          throw new AssertionError(
              String.format(Locale.ROOT, "history %d, seed %d: %s", i, seed, e.getMessage()), e);
        }
      }
      assertThat(warnings.lines()).isEmpty();
    }
    assertThat(exchangeThreads()).isEmpty();
  }

  private static List<String> exchangeThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.equals("athanor-push") || name.equals("athanor-receive"))
        .toList();
  }

  private static void live(Random random, Path directory) throws Exception {
    try (FakeSession session = new FakeSession(random, directory)) {
      for (int step = random.nextInt(STEPS); step > 0; step--) {
        session.step();
      }
      if (random.nextInt(4) > 0) {
        session.finish();
      }
      session.closeAll();
    }
  }
}
