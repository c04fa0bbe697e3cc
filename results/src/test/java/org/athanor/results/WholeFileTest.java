// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.athanor.cluster.Reason;
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

  @Test
  void aReplacedFileBelongsToItsOwner() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old");
    assumeTrue(Files.getOwner(file).getName().equals("root"), "needs root: another owner");
    UserPrincipal nobody =
        file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Files.setOwner(file, nobody);

    WholeFile.replace(file, bytes("old"), bytes("new"));

    assertThat(file).hasContent("new");
    assertThat(Files.getOwner(file)).isEqualTo(nobody);
  }

  /** It could be replaced: the group may write in its directory. */
  @Test
  void doesNotTakeAFileFromItsOwner() throws Exception {
    Path file = Files.writeString(directory.resolve("a.txt"), "old");
    assumeTrue(Files.getOwner(file).getName().equals("root"), "needs root: another user");
    Path setpriv = Path.of("/usr/bin/setpriv");
    assumeTrue(Files.isExecutable(setpriv), "needs setpriv, of util-linux");
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxr-x"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    String classes = copyOfClasses();
    Process other =
        new ProcessBuilder(
                setpriv.toString(),
                "--reuid=65534",
                "--regid=0",
                "--clear-groups",
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                OtherUser.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(other.getInputStream().readAllBytes(), UTF_8);
    assertThat(said.strip())
        .isEqualTo(
            file
                + ": cannot be written: it belongs to root, to whom you may not give a new one; do"
                + " this as root, or with a copy of the file");
    assertThat(other.waitFor()).isZero();
    assertThat(file).hasContent("old");
  }

  /** Another user may not be able to read where the classes or jars are. Returns a class path. */
  private String copyOfClasses() throws Exception {
    Path copy = Files.createDirectory(directory.resolve("classes"));
    List<String> parts = new ArrayList<>(List.of(copy.toString()));
    for (Class<?> type : List.of(WholeFile.class, OtherUser.class, Reason.class)) {
      Path from = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(from)) {
        parts.add(Files.copy(from, directory.resolve(from.getFileName())).toString());
        continue;
      }
      String name = type.getPackageName().replace('.', '/');
      Path to = Files.createDirectories(copy.resolve(name));
      try (Stream<Path> files = Files.list(from.resolve(name))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    return String.join(File.pathSeparator, parts);
  }

  /** Replaces a file and says what went wrong. */
  static final class OtherUser {
    public static void main(String[] arguments) {
      try {
        WholeFile.replace(Path.of(arguments[0]), "old".getBytes(UTF_8), "new".getBytes(UTF_8));
      } catch (IOException refused) {
        System.out.println(refused.getMessage());
      }
    }
  }

  @Test
  void aFileThatHasChangedIsNotReplaced() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "theirs");
    assertThatThrownBy(() -> WholeFile.replace(file, bytes("old"), bytes("new")))
        .hasMessage(
            file + ": cannot be written: somebody else has changed it meanwhile; try again");
    assertThat(file).hasContent("theirs");
    assertThat(directory).isDirectoryContaining(only -> only.equals(file));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
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
