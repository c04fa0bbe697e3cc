// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.nio.file.Path;
import java.util.Locale;
import org.athanor.results.MeasureInfo;
import org.athanor.testkit.GeneratedPage;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/evaluation-frameworks.md} lists the counters of frameworks. */
class ManualTest {
  @Test
  void listsEveryCounter() throws Exception {
    StringBuilder table =
        new StringBuilder("| counter | is | unit | better | MapReduce | Tez | Spark | Flink |\n");
    table.append("|---|---|---|---|---|---|---|---|\n");
    for (Counter counter : Counter.values()) {
      MeasureInfo info = counter.info();
      table.append(
          "| `%s` | %s | %s | %s |"
              .formatted(
                  info.id(),
                  info.meaning(),
                  info.unit().id(),
                  info.better().name().toLowerCase(Locale.ROOT)));
      for (Counter.Source source : Counter.Source.values()) {
        String name = counter.name(source);
        table.append(name.isEmpty() ? " – |" : " " + name.replace("_", "\\_") + " |");
      }
      table.append('\n');
    }
    new GeneratedPage(Path.of("../docs/evaluation-frameworks.md"), "bench")
        .section("counters", table.toString())
        .check();
  }
}
