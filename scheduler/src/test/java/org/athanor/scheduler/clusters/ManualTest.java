// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.nio.file.Path;
import org.athanor.testkit.GeneratedPage;
import org.athanor.yaml.KeyTable;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/scheduling.md} lists the keys of files of clusters. */
class ManualTest {

  @Test
  void listsEveryKey() throws Exception {
    new GeneratedPage(Path.of("../docs/scheduling.md"), "scheduler")
        .section("clusters", KeyTable.of(Keys.TOP))
        .section("cluster", KeyTable.of(Keys.COMMON))
        .section("local", KeyTable.of(Keys.LOCAL))
        .section("yarn", KeyTable.of(Keys.YARN))
        .section("power", KeyTable.of(Keys.POWERS))
        .section("power-down", KeyTable.of(Keys.POWER_DOWNS))
        .check();
  }
}
