// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.athanor.engine.files.PrivateDirectory.Purpose;
import org.athanor.engine.testing.Warnings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with real processes, which are killed by SIGKILL. Tests with files of other users run only
 * as root.
 */
@Timeout(120)
class PrivateDirectoryTest {
  private static final int STRANGER = 54321;

  @TempDir Path root;

  private PrivateDirectory create(Path place) throws IOException {
    return PrivateDirectory.create(place, Purpose.JOB, "the.key");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }

  private Path directory(String name, String mode) throws IOException {
    Path directory = Files.createDirectories(root.resolve(name));
    return mode(directory, mode);
  }

  /** Octal digits, with the sticky bit. */
  private static Path mode(Path path, String mode) throws IOException {
    Files.setAttribute(path, "unix:mode", Integer.parseInt(mode, 8));
    return path;
  }

  private static void giveToAStranger(Path path) throws IOException {
    assumeTrue(isRoot(path), "only root can make files of other users");
    Files.setAttribute(path, "unix:uid", STRANGER, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isRoot(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS) == 0;
  }

  private static UserPrincipal owner(Path path) throws IOException {
    return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
  }

  private int removeLeftovers() throws IOException {
    return Leftovers.remove(root, owner(root));
  }

  // The directory

  @Test
  void isPrivateToItsOwnerAndHasARandomName() throws IOException {
    try (PrivateDirectory one = create(root);
        PrivateDirectory other = create(root)) {
      assertThat(mode(one.path())).isEqualTo("rwx------");
      assertThat(mode(one.path().resolve(Lease.FILE))).isEqualTo("rw-------");
      assertThat(one.path().getFileName().toString()).matches("athanor-job-[0-9a-f]{32}");
      assertThat(one.path()).isNotEqualTo(other.path());
    }
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void closingDeletesTheContentsButNotTheTargetsOfLinks() throws IOException {
    Path kept = Files.writeString(Files.createDirectory(root.resolve("kept")).resolve("f"), "f");
    PrivateDirectory directory = create(root);
    Files.createSymbolicLink(directory.path().resolve("link"), kept.getParent());
    Path readOnly = Files.createDirectories(directory.path().resolve("archive/dir"));
    Files.writeString(readOnly.resolve("file"), "");
    mode(readOnly, "555");
    directory.close();
    assertThat(directory.path()).doesNotExist();
    assertThat(kept).exists();
  }

  @Test
  void noticesThatItWasReplaced() throws IOException {
    PrivateDirectory directory = create(root);
    assertThat(directory.isIntact()).isTrue();
    Files.move(directory.path(), root.resolve("moved"));
    assertThat(directory.isIntact()).isFalse();
    Files.createDirectory(directory.path());
    Files.writeString(directory.path().resolve("planted"), "");
    assertThat(directory.isIntact()).isFalse();
    directory.close();
    assertThat(directory.path().resolve("planted")).exists();
  }

  @Test
  void errorsInItNameTheKeyOfItsPlace() throws IOException {
    try (PrivateDirectory directory = create(root)) {
      Path file = directory.path().resolve("a/spill");
      assertThat(FileErrors.at("cannot write", file, new IOException("No space left on device")))
          .hasMessage(
              "cannot write " + file + ": No space left on device (the.key names the place)");
    }
    assertThat(FileErrors.at("cannot write", root.resolve("x"), new IOException("full")))
        .hasMessage("cannot write " + root.resolve("x") + ": full");
  }

  // The place

  @Test
  void namesThePlaceAndTheKeyIfItCannotBeMade() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "");
    assertThatIOException()
        .isThrownBy(() -> create(file))
        .withMessage(
            "no directory can be made in %s: %s exists already; set the.key to a directory that %s"
                + " can write",
            file, file, System.getProperty("user.name"));
    assertThat(file).hasContent("");
  }

  @Test
  void refusesAnotherUsersPlaceInADirectoryThatEverybodyCanWrite() throws IOException {
    Path open = directory("tmp", "1777");
    Path planted = directory("tmp/hadoop-me", "777");
    giveToAStranger(planted);
    assertThatIOException()
        .isThrownBy(() -> create(planted.resolve("mapred/local")))
        .withMessage(
            "%s belongs to %d, not to %s, and is in a directory that everybody can write: its owner"
                + " could read and replace the files of jobs; remove it, or set the.key to a"
                + " directory of %s",
            planted, STRANGER, owner(root), owner(root));
    assertThat(planted.resolve("mapred/local")).isEmptyDirectory();
    assertThat(open).exists();
  }

  @Test
  void refusesAnotherUsersLinkInADirectoryThatEverybodyCanWrite() throws IOException {
    directory("tmp", "1777");
    Path own = directory("own", "700");
    Path planted = Files.createSymbolicLink(root.resolve("tmp/hadoop-me"), own);
    giveToAStranger(planted);
    assertThatIOException()
        .isThrownBy(() -> create(planted))
        .withMessageStartingWith(planted + " belongs to " + STRANGER + ", not to ");
    assertThat(own).isEmptyDirectory();
  }

  @Test
  void acceptsAPlaceThatAnAdministratorMadeForAnotherUser() throws IOException {
    Path service = directory("data/hadoop", "1777");
    giveToAStranger(service);
    try (PrivateDirectory directory = create(service)) {
      assertThat(mode(directory.path())).isEqualTo("rwx------");
    }
  }

  @Test
  void warnsAboutAPlaceInWhichEverybodyCanReplaceFiles() throws IOException {
    Path open = directory("volume", "777");
    try (Warnings warnings = Warnings.of(TrustedPlace.class.getName());
        PrivateDirectory one = create(open);
        PrivateDirectory another = create(open)) {
      assertThat(one.path().getParent()).isEqualTo(another.path().getParent());
      assertThat(warnings.lines())
          .containsExactly(
              open
                  + ": everybody can write it and it has no sticky bit, so other users can replace"
                  + " the files of jobs; chmod +t it, or set the.key to a directory of your own");
    }
  }

  @Test
  void acceptsItsUsersLinksAndDirectoriesOfItsGroup() throws IOException {
    directory("tmp", "1777");
    Path own = directory("tmp/own", "775");
    Path link = Files.createSymbolicLink(root.resolve("tmp/link"), Path.of("../tmp/./own"));
    try (PrivateDirectory directory = create(link)) {
      assertThat(own.resolve(directory.path().getFileName())).exists();
    }
  }

  @Test
  void makesDirectoriesWithPredictableNamesPrivate() throws IOException {
    Path history = root.resolve("athanor/history/2026");
    TrustedPlace.make(history, "the.key");
    assertThat(mode(history)).isEqualTo("rwx------");
    assertThat(mode(history.getParent())).isEqualTo("rwx------");
    assertThat(history).isEmptyDirectory();
  }

  @Test
  void refusesAPredictableNameThatAnotherUserHasTaken() throws IOException {
    directory("tmp", "1777");
    Path planted = directory("tmp/athanor", "777");
    giveToAStranger(planted);
    assertThatIOException()
        .isThrownBy(() -> TrustedPlace.make(planted.resolve("history"), "the.key"))
        .withMessageStartingWith(planted + " belongs to " + STRANGER);
  }

  // Leftovers

  @Test
  void theDirectoryOfAKilledProcessIsDeleted() throws Exception {
    try (DirectoryHolder dead = DirectoryHolder.start(root);
        DirectoryHolder alive = DirectoryHolder.start(root);
        PrivateDirectory own = create(root)) {
      DirectoryHolder.awaitBackgroundRemoval();
      assertThat(removeLeftovers()).isZero();
      assertThat(PrivateDirectory.isInUse(dead.directory())).isTrue();
      dead.kill();
      assertThat(PrivateDirectory.isInUse(dead.directory())).isFalse();
      assertThat(removeLeftovers()).isEqualTo(1);
      assertThat(dead.directory()).doesNotExist();
      assertThat(alive.directory().resolve("a/b/secret")).hasContent("secret");
      assertThat(own.path()).exists();
      alive.kill();
      assertThat(removeLeftovers()).isEqualTo(1);
      assertThat(PrivateDirectory.isInUse(own.path())).isTrue();
    }
    assertThat(root).isEmptyDirectory();
  }

  /** A process must not open the lease of its own directory: that would release its lock. */
  @Test
  void aLivingProcessKeepsItsLockWhileItDeletesLeftovers() throws Exception {
    try (PrivateDirectory own = create(root);
        DirectoryHolder other = DirectoryHolder.start(root)) {
      removeLeftovers();
      assertThat(PrivateDirectory.isInUse(own.path())).isTrue();
      other.removeLeftovers();
      assertThat(own.path()).exists();
    }
  }

  @Test
  void severalThreadsMayDeleteTheSameLeftovers() throws Exception {
    List<Path> left = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Path directory = root.resolve(String.format(Locale.ROOT, "athanor-job-%032x", i));
      Files.createDirectories(directory.resolve("files/deep"));
      Files.writeString(directory.resolve("files/deep/x"), "x");
      Files.writeString(directory.resolve(Lease.FILE), "");
      left.add(directory);
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Integer> remove = this::removeLeftovers;
      for (Future<Integer> done : threads.invokeAll(List.of(remove, remove, remove, remove))) {
        assertThat(done.get()).isBetween(0, left.size());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void anEmptyDirectoryWithoutALockFileIsALeftover() throws IOException {
    Files.createDirectory(root.resolve("athanor-staging-" + "0".repeat(32)));
    assertThat(removeLeftovers()).isEqualTo(1);
  }

  @Test
  void aDirectoryWhoseLockFileACleanerOfOldFilesDeletedStays() throws Exception {
    try (DirectoryHolder holder = DirectoryHolder.start(root)) {
      Files.delete(holder.directory().resolve(Lease.FILE));
      assertThat(removeLeftovers()).isZero();
      assertThat(holder.directory().resolve("a/b/secret")).exists();
    }
  }

  @Test
  void linksFilesAndOtherNamesAreNotDeleted() throws IOException {
    Path kept = Files.createDirectory(root.resolve("kept"));
    Files.writeString(kept.resolve("file"), "");
    Files.createSymbolicLink(root.resolve("athanor-job-" + "a".repeat(32)), kept);
    Files.writeString(root.resolve("athanor-job-" + "b".repeat(32)), "");
    Files.createDirectory(root.resolve("athanor-run-123"));
    Files.createDirectory(root.resolve("athanor-job-mine"));
    assertThat(removeLeftovers()).isZero();
    try (Stream<Path> entries = Files.list(root)) {
      assertThat(entries).hasSize(5);
    }
    assertThat(kept.resolve("file")).exists();
  }

  @Test
  void leftoversOfOtherUsersAreNotDeleted() throws IOException {
    Path theirs = Files.createDirectory(root.resolve("athanor-job-" + "c".repeat(32)));
    giveToAStranger(theirs);
    assertThat(removeLeftovers()).isZero();
    assertThat(theirs).exists();
  }

  /** The locks of other machines on a network file system may be invisible here. */
  @Test
  void onASharedFileSystemOnlyDirectoriesOfThisMachineAreLeftovers() throws Exception {
    Path dead = Files.createDirectory(root.resolve("athanor-job-" + "d".repeat(32)));
    String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    for (Map.Entry<String, Boolean> owner :
        Map.of(boot, true, "0".repeat(36), false, "", false).entrySet()) {
      Files.writeString(dead.resolve(Lease.FILE), owner.getKey() + "\nprocess 1\n");
      assertThat(lockable(dead, false)).as(owner.getKey()).isEqualTo(owner.getValue());
      assertThat(lockable(dead, true)).isTrue();
    }
  }

  @SuppressWarnings("unchecked")
  private static boolean lockable(Path directory, boolean local) throws IOException {
    try (var stream = Files.newDirectoryStream(directory)) {
      var lease = Lease.takeOver((java.nio.file.SecureDirectoryStream<Path>) stream, local);
      if (lease.isPresent()) {
        lease.get().close();
      }
      return lease.isPresent();
    }
  }
}
