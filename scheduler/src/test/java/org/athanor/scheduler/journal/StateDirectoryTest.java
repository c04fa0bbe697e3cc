// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir Path top;

  @Test
  void takesAnEmptyDirectoryAndItsOwn() throws IOException {
    Path empty = Files.createDirectory(top.resolve("empty"));
    StateDirectory.create(empty);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(empty)))
        .isEqualTo("rwx------");
    Files.createFile(empty.resolve("more"));
    assertThat(StateDirectory.create(empty).path()).isEqualTo(empty);
  }

  @Test
  void leavesADirectoryWithOtherFilesAlone() throws IOException {
    Path shared = Files.createDirectory(top.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path file = Files.createFile(shared.resolve("letter"));
    for (Path wrong : new Path[] {shared, file}) {
      assertThatThrownBy(() -> StateDirectory.create(wrong))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(wrong.toString())
          .hasMessageContaining("--state");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared)))
        .isEqualTo("rwxrwxrwx");
    assertThat(shared.resolve("attempts")).doesNotExist();
  }

  @Test
  void isLedFromOneHostOnly() throws IOException {
    StateDirectory state = StateDirectory.create(top.resolve("state"));
    state.lead("here 1").orElseThrow().close();
    assertThatThrownBy(() -> state.lead("there 2"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("here 1")
        .hasMessageContaining("there 2")
        .hasMessageContaining(state.path().resolve("host").toString());
    try (StateDirectory.Leadership again = state.lead("here 1").orElseThrow()) {
      assertThat(again).isNotNull();
      assertThat(state.lead("here 1")).isEmpty();
    }
    Files.delete(state.path().resolve("host"));
    state.lead("there 2").orElseThrow().close();
  }

  @Test
  void isSeenToBeLedByAnotherProcessWhichLookingDoesNotDisturb()
      throws IOException, InterruptedException {
    StateDirectory state = StateDirectory.create(top.resolve("state"));
    assertThat(state.isLed()).isFalse();
    Process leader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Leader.class.getName(),
                state.path().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(leader.inputReader().readLine()).isEqualTo("leads");
      assertThat(state.isLed()).isTrue();
      assertThat(state.lead()).isEmpty();
    } finally {
      leader.getOutputStream().close();
      leader.waitFor();
    }
    assertThat(state.isLed()).isFalse();
  }

  /** Leads the directory that is its argument, until its input ends. */
  static final class Leader {
    private Leader() {}

    public static void main(String[] args) throws IOException {
      try (StateDirectory.Leadership lead =
          StateDirectory.create(Path.of(args[0])).lead().orElseThrow()) {
        System.out.println(lead == null ? "does not lead" : "leads");
        System.in.read();
      }
    }
  }
}
