// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a process of paper, whose root directory is one of the test's. */
class JvmTest {
  private static final int PID = 17;
  private static final int STRANGER = 54321;

  @TempDir private Path proc;
  private Path temporary;
  private Host host;

  @BeforeEach
  void makeProcess() throws IOException {
    temporary = Files.createDirectories(proc.resolve(PID + "/root/tmp"));
    Files.writeString(proc.resolve(PID + "/status"), "Name:\tjava\nNSpid:\t17\t5\n");
    host = new Host(proc, proc);
  }

  private Path counters(String user) throws IOException {
    Path directory = Files.createDirectories(temporary.resolve("hsperfdata_" + user));
    return Files.write(directory.resolve("5"), new byte[] {1});
  }

  @Test
  void findsTheFileOfTheProcesssUserWhateverItsDirectoryIsCalled() throws Exception {
    assertThat(Jvm.open(host, PID)).isEmpty();
    counters("somebody");
    Jvm jvm = Jvm.open(host, PID).orElseThrow();
    jvm.close();
  }

  @Test
  void takesNoFileThatAnotherUserHasPrepared() throws Exception {
    Path file = counters("somebody");
    int owner = (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    assumeTrue(owner == 0, "only root can make files of other users");
    Files.setAttribute(file, "unix:uid", STRANGER);
    assertThat(Jvm.open(host, PID)).isEmpty();
  }
}
