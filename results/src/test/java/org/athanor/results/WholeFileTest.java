// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

  @TempDir Path directory;

  @Test
  void replacesTheContent() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old, and longer");

    WholeFile.write(file, "new");

    assertThat(file).hasContent("new");
    assertThat(directory).isDirectoryContaining(only -> only.equals(file));
  }

  @Test
  void retainsTheOldContentAndNoOtherFileIfWritingFails() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old");

    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    out -> {
                      out.write(new byte[1 << 20]);
                      throw new IOException("No space left on device");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage(file + ": cannot be written: No space left on device");

    assertThat(file).hasContent("old");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void namesAFileWhoseDirectoryIsMissing() {
    Path file = directory.resolve("gone/a.txt");

    assertThatThrownBy(() -> WholeFile.write(file, "text"))
        .hasMessage(file + ": cannot be written: there is no such file");
  }

  /** Another user cannot make the writer overwrite a file elsewhere. */
  @Test
  void doesNotWriteThroughALinkThatSomebodyLeft() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "mine");
    Files.createSymbolicLink(directory.resolve("a.txt.new"), other);

    WholeFile.write(directory.resolve("a.txt"), "new");

    assertThat(other).hasContent("mine");
    assertThat(directory.resolve("a.txt")).isRegularFile().hasContent("new");
  }
}
