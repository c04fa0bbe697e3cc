// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class DiagnosticsTest {
  /** What a NodeManager of Hadoop 3.5.0 reports for a container without a Java. */
  private static final String WITHOUT_JAVA =
      """
      [2026-11-25 19:33:54.343]Exception from container-launch.
      Container id: container_1795631861528_0015_01_000005
      Exit code: 127

      [2026-11-25 19:33:54.346]Container exited with a non-zero exit code 127. Error file: prelaunch.err.
      Last 4096 bytes of prelaunch.err :
      Last 4096 bytes of stderr :
      /bin/bash: line 1: /nowhere/bin/java: No such file or directory


      [2026-11-25 19:33:54.346]Container exited with a non-zero exit code 127. Error file: prelaunch.err.
      Last 4096 bytes of prelaunch.err :
      Last 4096 bytes of stderr :
      /bin/bash: line 1: /nowhere/bin/java: No such file or directory
      """;

  @Test
  void keepsWhatTheProcessSaid() {
    assertThat(Diagnostics.line(WITHOUT_JAVA))
        .isEqualTo("/bin/bash: line 1: /nowhere/bin/java: No such file or directory");
  }

  @Test
  void hasNoStackTraces() {
    assertThat(Diagnostics.line("first\n\tat a.B.c(B.java:1)\nCaused by: second\n  at d.E(1)\n"))
        .isEqualTo("first");
  }

  @Test
  void joinsDifferentLines() {
    assertThat(Diagnostics.line("one\ntwo\none\n")).isEqualTo("one; two");
  }

  @Test
  void nothingIsNothing() {
    assertThat(Diagnostics.line(null)).isEmpty();
    assertThat(Diagnostics.after("it ended", "\n")).isEqualTo("it ended");
    assertThat(Diagnostics.after("it ended", "why\n")).isEqualTo("it ended: why");
  }
}
