// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class JarFilesTest {
  @TempDir private Path temporary;

  private Path directory() {
    return temporary.resolve("unpacked");
  }

  /** Writes a jar whose files contain their own names. */
  private JarFiles files(String... names) throws IOException {
    Path jar = temporary.resolve("job.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String name : names) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(1_600_000_000_000L);
        out.putNextEntry(entry);
        out.write(name.getBytes(StandardCharsets.UTF_8));
      }
    }
    Files.createDirectories(directory());
    return new JarFiles(jar, directory());
  }

  private List<String> unpacked() throws IOException {
    try (Stream<Path> found = Files.walk(directory())) {
      return found
          .filter(Files::isRegularFile)
          .map(file -> directory().relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void namesTheEntryAndTheTargetThatItCannotUnpack() throws IOException {
    JarFiles files = files("lib/x");
    Path file = Files.writeString(directory().resolve("lib"), "a file in the way");
    assertThatThrownBy(() -> files.unpack("lib/x"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot unpack lib/x of %s to %s: %s exists already"
                .formatted(temporary.resolve("job.jar"), file.resolve("x"), file));
  }

  @Test
  void unpacksOnlyWhatIsRequested() throws IOException {
    JarFiles files = files("a", "a.txt", "b/c", "b/d/e", "bb", "com/acme/Main.class");

    files.unpack("missing");
    files.unpack("com/acme/Main.class");
    assertThat(unpacked()).isEmpty();
    files.unpack("a");
    assertThat(unpacked()).containsExactly("a");
    files.unpack("b");
    assertThat(unpacked()).containsExactly("a", "b/c", "b/d/e");
    files.unpack("");
    assertThat(unpacked()).containsExactly("a", "a.txt", "b/c", "b/d/e", "bb");
  }

  @Test
  void keepsContentsAndTimes() throws IOException {
    files("conf/site.xml").unpack("conf/site.xml");

    Path file = directory().resolve("conf/site.xml");
    assertThat(file).hasContent("conf/site.xml");
    assertThat(Files.getLastModifiedTime(file).toMillis()).isEqualTo(1_600_000_000_000L);
  }

  @Test
  void unpacksEachFileOnce() throws IOException {
    JarFiles files = files("b/c", "b/d");
    files.unpack("b/c");
    Files.writeString(directory().resolve("b/c"), "changed by the driver");

    files.unpack("b/");

    assertThat(directory().resolve("b/c")).hasContent("changed by the driver");
    assertThat(directory().resolve("b/d")).hasContent("b/d");
  }

  @Test
  void unpacksClassesBelowClassesAndLib() throws IOException {
    JarFiles files = files("classes/com/acme/Main.class", "lib/Other.class");

    files.unpack("classes/");
    files.unpack("lib/");

    assertThat(unpacked()).containsExactly("classes/com/acme/Main.class", "lib/Other.class");
  }

  @Test
  void refusesFilesOutsideOfItsDirectory() {
    assertThatThrownBy(() -> files("ok", "b/../../outside"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("b/../../outside");
  }

  @Test
  void triesAgainAfterAFailure() throws IOException {
    JarFiles files = files("b/c");
    Path inTheWay = Files.writeString(directory().resolve("b"), "");

    assertThatThrownBy(() -> files.unpack("b/c")).isInstanceOf(IOException.class);
    Files.delete(inTheWay);
    files.unpack("b/c");

    assertThat(unpacked()).containsExactly("b/c");
  }
}
