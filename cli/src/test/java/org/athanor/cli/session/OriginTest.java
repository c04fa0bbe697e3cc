// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class OriginTest {
  @Test
  void groupsThatOnlyCountAreNone() {
    assertThat(Origin.groups("0::/user.slice/user-7.slice/session-3.scope\n"))
        .isEqualTo("0::/user.slice/user-7.slice");
    assertThat(Origin.groups("4:cpuacct:/jobs/athanor-4711\n3:memory:/jobs\n"))
        .isEqualTo("4:cpuacct:/jobs\n3:memory:/jobs");
    assertThat(Origin.groups("0::/athanor-1\n")).isEqualTo(Origin.groups("0::/\n"));
    assertThat(Origin.groups("0::/jobs/athanor-4711/limited\n"))
        .isEqualTo("0::/jobs/athanor-4711/limited");
  }

  @Test
  void theMarkOfAnExperimentMayDiffer() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sleep", "60");
    builder.environment().put("ATHANOR_MARK", "run/framework");
    builder.environment().put("ATHANOR_HEAP", "1g");
    Process process = builder.start();
    try {
      Origin origin = Origin.of(Math.toIntExact(process.pid()));
      assertThat(origin.fixed()).doesNotContainKey("ATHANOR_MARK");
      assertThat(Optional.ofNullable(origin.fixed().get("ATHANOR_HEAP"))).contains("1g");
      assertThat(origin.environment()).containsEntry("ATHANOR_MARK", "run/framework");
    } finally {
      process.destroyForcibly();
    }
  }
}
