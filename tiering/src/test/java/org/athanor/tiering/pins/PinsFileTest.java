// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.pins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PinsFileTest {
  @TempDir Path directory;

  private PinsFile file() {
    return new PinsFile(directory.resolve("below/pins"), false);
  }

  @Test
  void keepsTheLinesOfPeople() throws IOException {
    assertThat(file().read()).isEmpty();
    assertThat(file().add(List.of("/a", "/b"))).containsExactly("/a", "/b");
    Path path = file().path();
    Files.writeString(path, "# ours\n\n/a \n/b\n/c d\n");
    assertThat(file().read()).containsExactly("/a", "/b", "/c d");
    assertThat(file().add(List.of("/e", "/a/x", "/e/f"))).containsExactly("/e");
    assertThat(file().remove(List.of("/a", "/none"))).containsExactly("/a");
    assertThat(Files.readString(path)).isEqualTo("# ours\n\n/b\n/c d\n/e\n");
    assertThat(file().remove(List.of("/none"))).isEmpty();
  }

  @Test
  void aPinCoversWhatIsBelowIt() {
    assertThat(PinsFile.cover(List.of("/a"), "/a")).contains("/a");
    assertThat(PinsFile.cover(List.of("/x", "/a"), "/a/b")).contains("/a");
    assertThat(PinsFile.cover(List.of("/a"), "/ab")).isEmpty();
    assertThat(PinsFile.cover(List.of("/a/b"), "/a")).isEmpty();
    assertThat(PinsFile.cover(List.of("/"), "/a")).contains("/");
  }

  /** A plan without pins could move what must not be moved. */
  @Test
  void whatCannotBeReadIsAnErrorAndNoEmptyList() throws IOException {
    Path path = directory.resolve("pins");
    assertThatThrownBy(() -> new PinsFile(path, true).read())
        .isInstanceOf(IOException.class)
        .hasMessage(path + ": does not exist; 'athanor storage pin' makes it");
    Files.writeString(path, "/a\nsla\n");
    PinsFile file = new PinsFile(path, false);
    assertThatThrownBy(file::read).hasMessage(path + ", line 2: sla: must begin with /");
    assertThatThrownBy(() -> file.add(List.of("/b"))).isInstanceOf(IOException.class);
    assertThat(Files.readString(path)).isEqualTo("/a\nsla\n");
    Files.write(path, new byte[] {'/', (byte) 0xff, '\n'});
    assertThatThrownBy(file::read).hasMessage(path + ": is no text in UTF-8");
    Files.delete(path);
    Files.createDirectory(path);
    assertThatThrownBy(file::read).hasMessageStartingWith(path + ": cannot be read: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a | : must begin with /",
        "/a/ | : must not end with / or have //",
        "/a//b | : must not end with / or have //",
        "'/a ' | : must not have control characters, nor blanks at its end",
        "'/a\nb' | : must not have control characters, nor blanks at its end",
      })
  void aLineMustHaveAPath(String pin, String problem) {
    assertThat(PinsFile.problem(pin)).contains(problem);
    assertThatThrownBy(() -> file().add(List.of(pin)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(pin + problem);
  }

  @Test
  void aFailureLeavesThePinsAsTheyWere() throws IOException {
    file().add(List.of("/a"));
    Path next = Files.createDirectories(directory.resolve("below/pins.next/in the way"));
    assertThatThrownBy(() -> file().add(List.of("/b"))).isInstanceOf(IOException.class);
    assertThat(file().read()).containsExactly("/a");
    Files.delete(next);
    Files.delete(next.getParent());
    assertThat(file().add(List.of("/b"))).containsExactly("/b");
  }

  @Test
  void keepsModeAndGroup() throws IOException {
    file().add(List.of("/a"));
    Path path = file().path();
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-r--"));
    PosixFileAttributes before = Files.readAttributes(path, PosixFileAttributes.class);
    file().add(List.of("/b"));
    PosixFileAttributes after = Files.readAttributes(path, PosixFileAttributes.class);
    assertThat(after.permissions()).isEqualTo(before.permissions());
    assertThat(after.group()).isEqualTo(before.group());
    assertThat(after.owner()).isEqualTo(before.owner());
    assertThat(file().read()).containsExactly("/a", "/b");
  }

  /** Who may write the pins may lock them, whoever was the first to do so. */
  @Test
  void theLockHasTheModeOfThePins() throws IOException {
    Path pins = Files.writeString(directory.resolve("pins"), "/a\n");
    Files.setPosixFilePermissions(pins, PosixFilePermissions.fromString("rw-rw----"));
    assertThat(new PinsFile(pins, true).add(List.of("/b"))).containsExactly("/b");
    assertThat(Files.getPosixFilePermissions(directory.resolve("pins.lock")))
        .isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
  }

  @Test
  void changesPinsThatNobodyMayWrite() throws IOException {
    Path pins = Files.writeString(directory.resolve("pins"), "/a\n");
    Files.setPosixFilePermissions(pins, PosixFilePermissions.fromString("r--r--r--"));
    Files.createFile(directory.resolve("pins.lock"));
    assertThat(new PinsFile(pins, true).add(List.of("/b"))).containsExactly("/b");
    assertThat(Files.getPosixFilePermissions(pins))
        .isEqualTo(PosixFilePermissions.fromString("r--r--r--"));
    assertThat(Files.readString(pins)).isEqualTo("/a\n/b\n");
    assertThat(directory.resolve("pins.next")).doesNotExist();
  }

  /** Only root may give files away, so for others there is nothing to keep. */
  @Test
  void rootKeepsOwnerAndGroupOfOthers() throws IOException {
    file().add(List.of("/a"));
    Path path = file().path();
    assumeTrue(Files.getOwner(path).getName().equals("root"), "not root");
    Files.setAttribute(path, "unix:uid", 12345);
    Files.setAttribute(path, "unix:gid", 23456);
    file().add(List.of("/b"));
    assertThat(Files.getAttribute(path, "unix:uid")).isEqualTo(12345);
    assertThat(Files.getAttribute(path, "unix:gid")).isEqualTo(23456);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void writesThroughLinks(boolean exists) throws IOException {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    Path pins = shared.resolve("pins");
    if (exists) {
      Files.writeString(pins, "/a\n");
    }
    Path first = Files.createSymbolicLink(directory.resolve("first"), Path.of("shared/pins"));
    Path second = Files.createSymbolicLink(directory.resolve("second"), first);
    PinsFile file = new PinsFile(second, false);
    assertThat(file.add(List.of("/b"))).containsExactly("/b");
    assertThat(first).isSymbolicLink();
    assertThat(second).isSymbolicLink();
    assertThat(Files.readString(pins)).isEqualTo(exists ? "/a\n/b\n" : "/b\n");
    assertThat(directory.toFile().list()).hasSize(3);
    Path loop = directory.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    assertThatThrownBy(() -> new PinsFile(loop, false).add(List.of("/a")))
        .hasMessage(loop + ": leads through more than 40 links");
  }

  @Test
  void givesUpWaitingForAnother() throws IOException {
    file().add(List.of("/a"));
    Path lock = directory.resolve("below/pins.lock");
    Path pins = file().path();
    Duration patience = Duration.ofMillis(200);
    PinsLock.holding(
        lock,
        pins,
        Duration.ZERO,
        () ->
            assertThatThrownBy(
                    () -> PinsLock.holding(lock, pins, patience, () -> "was held by two"))
                .isInstanceOf(IOException.class)
                .hasMessage(
                    lock
                        + ": another process holds this lock for more than 0.2 s, and may be"
                        + " stopped; see 'fuser "
                        + lock
                        + "'. The pins are as they were"));
    assertThat(file().add(List.of("/b"))).containsExactly("/b");
  }
}
