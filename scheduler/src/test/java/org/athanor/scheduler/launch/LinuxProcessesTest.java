// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LinuxProcessesTest {
  private static final int LOOKS = 500;

  @TempDir Path directory;

  @Test
  void aProcessThatIsStartingAProgramIsNotMissed() throws Exception {
    Path script = directory.resolve("again");
    Files.writeString(script, "exec sh \"$0\"\n");
    String tag = "test:" + directory;
    ProcessBuilder builder = new ProcessBuilder("sh", script.toString());
    builder.environment().put(LinuxProcesses.COOKIE, tag);
    Process process = builder.start();
    try {
      LinuxProcesses processes = new LinuxProcesses();
      for (int look = 0; look < LOOKS; look++) {
        assertThat(processes.membersOf(tag)).as("look %d", look).hasSize(1);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aProcessWithoutEnvironmentIsNoneOfAnAttempt() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sleep", "300");
    builder.environment().clear();
    Process process = builder.start();
    try {
      assertThat(new LinuxProcesses().membersOf("test:" + directory)).isEmpty();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
