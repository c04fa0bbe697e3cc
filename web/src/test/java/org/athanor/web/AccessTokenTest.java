// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokenTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("token");
  }

  @Test
  void isMadeOnceForItsOwnerOnly() throws IOException {
    AccessToken.in(file());
    String text = Files.readString(file()).strip();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(text).hasSize(43);
    assertThat(directory).isDirectoryNotContaining("glob:**.part");

    AccessToken again = AccessToken.in(file());
    assertThat(again.is(text)).isTrue();
    assertThat(again.is(text + "x")).isFalse();
    assertThat(again.is("")).isFalse();
    assertThat(again.cookie()).isNotEqualTo(text);
    assertThat(again.isCookie(again.cookie())).isTrue();
    assertThat(again.isCookie(text)).as("what a cookie tells opens no other door").isFalse();
    assertThat(again.is(again.cookie())).isFalse();
  }

  @Test
  void isDifferentInEachFile() throws IOException {
    AccessToken.in(file());
    AccessToken.in(directory.resolve("other"));
    assertThat(file()).content().isNotEqualTo(Files.readString(directory.resolve("other")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
  void isRefusedIfOthersMayHaveIt(String rights) throws IOException {
    AccessToken.in(file());
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(rights));
    assertThatThrownBy(() -> AccessToken.in(file()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            file()
                + ": has the rights "
                + rights
                + ", so others know the token; remove it, and a new one is made");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "short", "two lines of more than 32\ncharacters each, which is wrong"})
  void isRefusedIfItIsNone(String text) throws IOException {
    Files.writeString(file(), text);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> AccessToken.in(file()))
        .hasMessageStartingWith(file() + ": must have one line of 32 to 512 letters");
  }

  @Test
  void isRefusedIfItIsNoFile() throws IOException {
    Files.createDirectory(file());
    assertThatThrownBy(() -> AccessToken.in(file()))
        .hasMessage(file() + ": is no file with a token; remove it, or give another one");
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve("nowhere"));
    assertThatThrownBy(() -> AccessToken.in(directory.resolve("link")))
        .hasMessageContaining("is no file with a token");
  }
}
