// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.pool;

import java.nio.file.Path;
import org.athanor.testkit.GeneratedPage;
import org.athanor.yaml.KeyTable;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/scheduling.md} lists the keys of pools. */
class ManualTest {
  @Test
  void listsEveryKey() throws Exception {
    new GeneratedPage(Path.of("../docs/scheduling.md"), "scheduler")
        .section("pool", KeyTable.of(Keys.POOL))
        .check();
  }
}
