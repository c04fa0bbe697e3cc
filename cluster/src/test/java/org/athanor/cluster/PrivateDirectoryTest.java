// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories and links of another user are made by the user {@code nobody}, if this is root. */
class PrivateDirectoryTest {
  private static final Mark MARK = new Mark("test-private-directory");
  private static final String REMEDY = "name another";

  private final Node node = Nodes.localhost();

  @TempDir Path root;

  /** As {@code /tmp}: everybody can write, nobody can remove what is another's. */
  private Path shared;

  @BeforeEach
  void makeShared() throws Exception {
    mode(root, "755");
    shared = mode(Files.createDirectory(root.resolve("shared")), "1777");
  }

  private static Path mode(Path path, String octal) throws IOException {
    Files.setAttribute(path, "unix:mode", Integer.parseInt(octal, 8));
    return path;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }

  private List<String> check(Path path) throws Exception {
    return new PrivateDirectory(path, REMEDY).check(node, MARK);
  }

  private List<String> make(Path path) throws Exception {
    return new PrivateDirectory(path, REMEDY).make(node, MARK);
  }

  private void assertRefused(Path path, Path part) {
    String line =
        String.format(
            "localhost: %s belongs to nobody, not to root, and is in a directory that everybody can"
                + " write: its owner could read and replace what is kept there; remove it, or %s",
            part, REMEDY);
    assertThatIOException().isThrownBy(() -> check(path)).withMessage(line);
    assertThatIOException().isThrownBy(() -> make(path)).withMessage(line);
  }

  private static void asNobody(String... command) throws Exception {
    TestUser.assumePossible();
    assertThat(TestUser.run(command)).isEqualTo(new CommandResult(0, "", ""));
  }

  @Test
  @Tag("short")
  void isItsOwnersAloneTogetherWithWhatIsMadeAboveIt() throws Exception {
    Path directory = shared.resolve("it's mine/run");
    assertThat(make(directory)).isEmpty();
    assertThat(mode(directory)).isEqualTo("rwx------");
    assertThat(mode(directory.getParent())).isEqualTo("rwx------");
    assertThat(make(directory)).as("again").isEmpty();
  }

  @Test
  void nothingIsMadeByLooking() throws Exception {
    assertThat(check(shared.resolve("a/b"))).isEmpty();
    assertThat(shared).isEmptyDirectory();
  }

  @Test
  void closesADirectoryOfOursToOthersButNotThoseAboveIt() throws Exception {
    Path above = mode(Files.createDirectory(root.resolve("above")), "755");
    Path directory = mode(Files.createDirectory(above.resolve("mine")), "775");
    assertThat(make(directory)).isEmpty();
    assertThat(mode(directory)).isEqualTo("rwx------");
    assertThat(mode(above)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void refusesADirectoryThatAnotherUserHasPrepared() throws Exception {
    Path prepared = shared.resolve("athanor-me");
    asNobody("mkdir", "-m", "777", prepared.toString());
    assertRefused(prepared.resolve("run"), prepared);
    assertRefused(prepared, prepared);
    assertThat(prepared).isEmptyDirectory();
  }

  @Test
  void refusesALinkThatAnotherUserHasPrepared() throws Exception {
    Path prepared = shared.resolve("athanor-me");
    Path ours = Files.createDirectory(root.resolve("ours"));
    asNobody("ln", "-s", ours.toString(), prepared.toString());
    assertRefused(prepared.resolve("run"), prepared);
    assertRefused(shared.resolve("../shared/./athanor-me"), prepared);
    Path link = Files.createSymbolicLink(root.resolve("link"), prepared);
    assertRefused(link.resolve("run"), prepared);
    assertThat(ours).isEmptyDirectory();
  }

  @Test
  void refusesALinkOfAnotherUserThatLeadsNowhere() throws Exception {
    Path prepared = shared.resolve("athanor-me");
    asNobody("ln", "-s", root.resolve("none").toString(), prepared.toString());
    assertRefused(prepared, prepared);
    assertThat(root.resolve("none")).doesNotExist();
  }

  @Test
  void anotherUserCanReadNothing() throws Exception {
    TestUser.assumePossible();
    Path directory = shared.resolve("run");
    make(directory);
    Files.writeString(Files.createDirectory(directory.resolve("conf")).resolve("site.xml"), "x");
    assertThat(TestUser.readable(root)).containsExactly(shared.toString());
    assertThat(TestUser.run("cat", directory.resolve("conf/site.xml").toString()).status())
        .isEqualTo(1);
  }

  @Test
  void aDirectoryThatAnAdministratorHasMadeMayBeAnothers() throws Exception {
    TestUser.assumePossible();
    Path service = Files.createDirectory(root.resolve("service"));
    Files.setAttribute(service, "unix:uid", 65534);
    assertThat(make(service.resolve("run"))).isEmpty();
    assertThatIOException()
        .isThrownBy(() -> make(service))
        .withMessage("localhost: " + service + " belongs to nobody, not to root; " + REMEDY);
  }

  @Test
  void warnsWhereEverybodyCanReplaceIt() throws Exception {
    Path volume = mode(Files.createDirectory(root.resolve("volume")), "777");
    String warning =
        String.format(
            "localhost: %s: everybody can write it and it has no sticky bit, so other users can"
                + " replace what is kept in it; chmod +t it, or %s",
            volume, REMEDY);
    assertThat(check(volume.resolve("run"))).containsExactly(warning);
    assertThat(make(volume.resolve("run"))).containsExactly(warning);
  }

  @Test
  void isNeverADirectoryForEverybody() {
    assertThatIOException()
        .isThrownBy(() -> make(shared))
        .withMessage("localhost: " + shared + " can be written by everybody; " + REMEDY);
    assertThatIOException()
        .isThrownBy(() -> make(Path.of("/")))
        .withMessage("localhost: / cannot be a private directory; " + REMEDY);
  }

  @Test
  void followsLinksOfOursToTheDirectoryItself() throws Exception {
    Path target = mode(Files.createDirectory(root.resolve("target")), "755");
    Files.createSymbolicLink(root.resolve("second"), Path.of("target"));
    Path link = Files.createSymbolicLink(root.resolve("first"), root.resolve("second"));
    assertThat(make(link)).isEmpty();
    assertThat(mode(target)).isEqualTo("rwx------");
  }

  @Test
  void saysWhyItCannotBeMade() throws Exception {
    Path file = Files.createFile(root.resolve("file"));
    assertThatIOException()
        .isThrownBy(() -> make(file))
        .withMessage(
            "localhost: " + file + " cannot be created: there is a file of this name; " + REMEDY);
    assertThatIOException()
        .isThrownBy(() -> make(file.resolve("run")))
        .withMessage("localhost: " + file + "/run cannot be created: Not a directory; " + REMEDY);
    Path round = root.resolve("round");
    Files.createSymbolicLink(round, round);
    assertThatIOException()
        .isThrownBy(() -> make(round))
        .withMessage("localhost: " + round + " has too many symbolic links; " + REMEDY);
  }

  /** A host that does not have the files of this machine. */
  @Test
  void isMadeOnTheNode() throws Exception {
    TestHost.assumePossible();
    try (TestHost host = TestHost.start("other-host", List.of(root))) {
      Path directory = root.resolve("a/b");
      new PrivateDirectory(directory, REMEDY).make(host.node(), MARK);
      CommandResult mode =
          host.node()
              .run(
                  MARK,
                  Command.of("stat", "-c", "%a", directory.toString()),
                  Duration.ofSeconds(20));
      assertThat(mode.output().strip()).isEqualTo("700");
      assertThat(root.resolve("a")).doesNotExist();
    }
  }
}
