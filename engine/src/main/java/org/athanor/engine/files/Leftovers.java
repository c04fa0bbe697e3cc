// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes {@link PrivateDirectory private directories} of processes that have ended without doing
 * so, as after {@code kill -9}. Only directories of the same user whose {@link Lease} is free are
 * touched; several processes may do this at once. Nothing is removed on a file system without
 * locks, or, on one that several machines may share, if the process ran under another kernel.
 */
final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
  private static final Set<String> LOCAL_TYPES =
      Set.of(
          "apfs",
          "bcachefs",
          "btrfs",
          "ext2",
          "ext3",
          "ext4",
          "f2fs",
          "jfs",
          "overlay",
          "ramfs",
          "reiserfs",
          "tmpfs",
          "ufs",
          "xfs",
          "zfs");
  private static final Set<Path> VISITED = ConcurrentHashMap.newKeySet();

  private Leftovers() {}

  /**
   * Removes leftovers on a daemon thread, once per process and place. If the process ends
   * meanwhile, the next one goes on.
   *
   * @param user who this process is to the file system
   */
  static void removeLater(Path place, UserPrincipal user) {
    if (!VISITED.add(place)) {
      return;
    }
    Thread thread =
        new Thread(null, () -> removeOrTell(place, user), "athanor-leftovers", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(Leftovers.class.getClassLoader());
    thread.start();
  }

  private static void removeOrTell(Path place, UserPrincipal user) {
    try {
      remove(place, user);
    } catch (IOException | RuntimeException e) {
      LOG.debug("leftovers in {} are not removed: {}", place, e.toString());
    }
  }

  /** Removes leftovers now; returns how many directories. */
  static int remove(Path place, UserPrincipal user) throws IOException {
    int removed = 0;
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(place)) {
      if (!(stream instanceof SecureDirectoryStream<Path> directory)) {
        return 0; // links could not be told from directories safely
      }
      List<Path> names = new ArrayList<>();
      for (Path entry : directory) {
        String name = entry.getFileName().toString();
        if (PrivateDirectory.isName(name) && !PrivateDirectory.isOwn(name)) {
          names.add(entry.getFileName());
        }
      }
      if (names.isEmpty()) {
        return 0;
      }
      boolean local = isLocal(place);
      for (Path name : names) {
        if (removeIfLeftover(directory, name, user, local)) {
          LOG.debug("removed {} of a process that has ended", place.resolve(name));
          removed++;
        }
      }
    }
    return removed;
  }

  private static boolean removeIfLeftover(
      SecureDirectoryStream<Path> place, Path name, UserPrincipal user, boolean local) {
    try {
      PosixFileAttributes attributes =
          place
              .getFileAttributeView(name, PosixFileAttributeView.class, NOFOLLOW_LINKS)
              .readAttributes();
      if (!attributes.isDirectory() || !attributes.owner().equals(user)) {
        return false;
      }
      try (SecureDirectoryStream<Path> directory = place.newDirectoryStream(name, NOFOLLOW_LINKS)) {
        return isOwner(directory, user) && removeIfFree(place, name, directory, local);
      }
    } catch (NoSuchFileException gone) {
      return false; // another process removed it
    } catch (IOException e) {
      LOG.debug("leftover {} is not removed: {}", name, e.toString());
      return false;
    }
  }

  /** Of what was opened, which nobody can exchange any more. */
  private static boolean isOwner(SecureDirectoryStream<Path> directory, UserPrincipal user)
      throws IOException {
    return directory
        .getFileAttributeView(PosixFileAttributeView.class)
        .readAttributes()
        .owner()
        .equals(user);
  }

  private static boolean removeIfFree(
      SecureDirectoryStream<Path> place,
      Path name,
      SecureDirectoryStream<Path> directory,
      boolean local)
      throws IOException {
    Optional<FileChannel> lease;
    try {
      lease = Lease.takeOver(directory, local);
    } catch (NoSuchFileException noLease) {
      return removeIfEmpty(place, name);
    }
    if (lease.isEmpty()) {
      return false;
    }
    try (FileChannel held = lease.get()) {
      DirectoryTree.deleteContents(directory);
      place.deleteDirectory(name);
      return held.isOpen();
    }
  }

  /** What a process that was killed between making a directory and its lease has left. */
  private static boolean removeIfEmpty(SecureDirectoryStream<Path> place, Path name)
      throws IOException {
    try {
      place.deleteDirectory(name);
      return true;
    } catch (DirectoryNotEmptyException inUse) {
      return false;
    }
  }

  private static boolean isLocal(Path place) {
    try {
      return LOCAL_TYPES.contains(Files.getFileStore(place).type());
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether {@code directory}, a private one, belongs to a process that lives. */
  static boolean isHeld(Path directory) {
    if (PrivateDirectory.isOwn(directory.getFileName().toString())) {
      return true;
    }
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      if (!(stream instanceof SecureDirectoryStream<Path> secure)) {
        return true;
      }
      Optional<FileChannel> lease = Lease.takeOver(secure, isLocal(directory));
      if (lease.isEmpty()) {
        return true;
      }
      lease.get().close();
      return false;
    } catch (NoSuchFileException gone) {
      return Files.exists(directory); // without a lease it may be in use
    } catch (IOException e) {
      return true;
    }
  }
}
