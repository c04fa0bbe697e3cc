// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.athanor.storage.popularity.AccessEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacktestTest {
  private static final Instant OLD = Instant.parse("2025-01-01T00:00:00Z");
  private static final long START = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();

  @TempDir Path directory;

  private Backtest backtest(Logs image) throws IOException {
    Namespace namespace = Namespace.read(image.image(directory.resolve("image")), ZoneOffset.UTC);
    PlanSettings settings = new Settings().period(Duration.ofDays(1)).make();
    Decisions decisions = new Decisions(namespace, settings, Decisions.Reserved.NONE);
    return new Backtest(
        namespace,
        settings,
        new long[] {1000},
        new long[] {1000},
        decisions,
        decisions.cacheable());
  }

  /** Each job writes files below a directory of its own, gives them their names, and ends. */
  private static void jobs(Backtest backtest, int from, int to) {
    for (int job = from; job < to; job++) {
      long time = START + job;
      String output = "/tmp/job-" + job;
      for (int part = 0; part < 2; part++) {
        String temporary = output + "/_temporary/attempt/part-" + part;
        backtest.created(temporary, time);
        backtest.renamed(temporary, output + "/part-" + part);
        backtest.accessed(new AccessEvent(output + "/part-" + part, time, "reader"));
      }
      backtest.deleted(output);
    }
  }

  @Test
  void memoryDoesNotGrowWithTheLog() throws IOException {
    Backtest backtest = backtest(new Logs().file("/data/a", 3, OLD, 1000, 0));
    jobs(backtest, 0, 1_000);
    long before = usedBytes();
    jobs(backtest, 1_000, 31_000);
    // 210,000 events; to remember one path of each job would take more than this.
    assertThat(usedBytes() - before).isLessThan(2_500_000);
    assertThat(backtest.otherAccesses()).isEqualTo(62_000);
  }

  private static long usedBytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
