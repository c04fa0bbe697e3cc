// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {
  private static final long SEED = Seeds.seed();

  @TempDir Path directory;

  /** Another process, which says whether it gets the lock of a file. */
  static final class Other {
    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel =
          FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
        System.out.println(channel.tryLock() == null ? "locked" : "free");
      }
    }
  }

  private static String stateForOthers(Path file) throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(other.waitFor()).as(said).isZero();
    return said.strip();
  }

  @Test
  void readingDoesNotGiveTheLockBack() throws Exception {
    byte[] content = new byte[200_000];
    new Random(SEED).nextBytes(content);
    Path file = Files.write(directory.resolve("a"), content);
    try (LockedFile locked = LockedFile.open(file)) {
      assertThat(locked.content()).as("seed %d", SEED).isEqualTo(content);
      assertThat(locked.isCurrent()).isTrue();
      assertThat(stateForOthers(file)).isEqualTo("locked");
    }
    assertThat(stateForOthers(file)).isEqualTo("free");
  }

  @Test
  void aFileThatWasReplacedIsNotCurrent() throws Exception {
    Path file = Files.writeString(directory.resolve("a"), "same");
    Path next = Files.writeString(directory.resolve("b"), "same");
    try (LockedFile locked = LockedFile.open(file)) {
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      assertThat(locked.isCurrent()).isFalse();
    }
  }
}
