// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.athanor.testkit.PackageLayers;
import org.junit.jupiter.api.Test;

/**
 * Checks this module's dependencies against docs/architecture.md, "Modules" and the table of
 * packages.
 */
class LayersTest extends PackageLayers {
  LayersTest() {
    super("engine");
  }

  @Test
  void packagesBesideTheDataPathNeedLessThanTheTableAllows() {
    assertThat(usedBy("logs")).isSubsetOf("job", "files", "thread");
    assertThat(usedBy("history")).isSubsetOf("job", "files", "thread");
    assertThat(usedBy("master")).isSubsetOf("job");
    assertThat(usedBy("remote")).isSubsetOf("job");
    assertThat(usedBy("web")).isSubsetOf("job", "failure", "thread");
    assertThat(usedBy("client"))
        .isSubsetOf("job", "files", "thread", "history", "engine", "config", "yarn");
  }
}
