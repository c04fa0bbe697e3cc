// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class LogExcerptTest {

  @Test
  void findsTheErrorItsExceptionAndTheLastCause() {
    String log =
        """
        2026-01-02 03:04:05,678 INFO namenode.NameNode: STARTUP_MSG:
        2026-01-02 03:04:05,678 WARN x.Y: minor
        java.lang.IllegalStateException: harmless
        2026-01-02 03:04:06,678 ERROR namenode.NameNode: Failed to start namenode.
        java.net.BindException: Problem binding to [localhost:8020]
        \tat a.B.c(D.java:1)
        Caused by: java.io.IOException: first
        \tat a.B.c(D.java:2)
        Caused by: java.net.BindException: Address already in use
        \t... 9 more
        2026-01-02 03:04:07,678 INFO util.ExitUtil: Exiting with status 1
        Caused by: something else
        """;
    assertThat(LogExcerpt.of(log))
        .isEqualTo(
            "2026-01-02 03:04:06,678 ERROR namenode.NameNode: Failed to start namenode.;"
                + " java.net.BindException: Problem binding to [localhost:8020];"
                + " Caused by: java.net.BindException: Address already in use");
  }

  @Test
  void takesAnErrorOfTheJvm() {
    assertThat(LogExcerpt.of("Error: Could not find or load main class x.Y\n"))
        .isEqualTo("Error: Could not find or load main class x.Y");
  }

  @Test
  void takesTheLastLineIfNothingLooksLikeAnError() {
    assertThat(LogExcerpt.of("a\nb\n\n")).isEqualTo("b");
    assertThat(LogExcerpt.of("")).isEqualTo("its log is empty");
  }
}
