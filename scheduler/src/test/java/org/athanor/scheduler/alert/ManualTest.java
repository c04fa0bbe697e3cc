// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.nio.file.Path;
import org.athanor.testkit.GeneratedPage;
import org.athanor.yaml.KeyTable;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/scheduling.md} lists the keys of hooks. */
class ManualTest {
  @Test
  void listsEveryKey() throws Exception {
    new GeneratedPage(Path.of("../docs/scheduling.md"), "scheduler")
        .section("hook", KeyTable.of(Keys.HOOK))
        .check();
  }
}
