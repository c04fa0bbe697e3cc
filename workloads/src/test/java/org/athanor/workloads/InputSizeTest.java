// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputSizeTest {
  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    write("in/a.txt", 100);
    write("in/b.txt", 20);
    write("in/empty", 0);
    write("in/_SUCCESS", 3);
    write("in/.b.txt.crc", 12);
    write("in/below/c.txt", 7);
    write("in/_logs/d.txt", 1000);
  }

  private void write(String name, int bytes) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
  }

  private long size(String name, boolean below) throws IOException {
    return InputSize.of(
        new Configuration(), new org.apache.hadoop.fs.Path(directory.resolve(name).toUri()), below);
  }

  @Test
  void sumsUpTheFilesThatInputFormatsRead() throws IOException {
    assertThat(size("in", false)).isEqualTo(120);
    assertThat(size("in/a.txt", false)).isEqualTo(100);
    assertThat(size("in/empty", false)).isZero();
  }

  @Test
  void sumsUpFilesBelowOnlyIfAsked() throws IOException {
    assertThat(size("in", true)).isEqualTo(127);
  }

  @Test
  void readsTheInputThatIsNamedWhateverItsName() throws IOException {
    assertThat(size("in/_logs", false)).isEqualTo(1000);
    assertThat(size("in/_SUCCESS", false)).isEqualTo(3);
  }

  @Test
  void followsLinks() throws IOException {
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve("in"));
    Files.createSymbolicLink(directory.resolve("in/z"), directory.resolve("in/a.txt"));
    assertThat(size("link", false)).isEqualTo(220);
  }

  @Test
  void namesWhatIsMissing() {
    assertThatThrownBy(() -> size("none", false))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining(directory.resolve("none").toString());
    assertThat(InputSize.run(new Configuration(), directory.resolve("none").toString()))
        .isEqualTo(1);
    assertThat(InputSize.run(new Configuration())).isEqualTo(2);
  }
}
