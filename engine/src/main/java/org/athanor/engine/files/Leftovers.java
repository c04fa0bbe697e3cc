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
import org.athanor.engine.thread.DaemonThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes {@link PrivateDirectory private directories} that ended processes have left behind, for
 * example after {@code kill -9}. Only directories of the same user whose {@link Lease} is free are
 * deleted. Several processes may do this at once. On a file system without locks, nothing is
 * deleted. On a file system that machines may share, only directories from this boot of this
 * machine are deleted.
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

  /** Lets places be visited again, although this process has done so. */
  static void forgetVisits() {
    VISITED.clear();
  }

  /**
   * Deletes leftovers on a daemon thread, once per process and place. If the process ends
   * meanwhile, a later one deletes the rest.
   *
   * @param user the owner of files that this process creates
   */
  static void removeLater(Path place, UserPrincipal user) {
    if (!VISITED.add(place)) {
      return;
    }
    new DaemonThread(() -> removeOrLog(place, user), PrivateDirectory.LEFTOVERS_THREAD).start();
  }

  private static void removeOrLog(Path place, UserPrincipal user) {
    try {
      remove(place, user);
    } catch (IOException | RuntimeException e) {
      LOG.debug("leftovers in {} could not be deleted: {}", place, e.toString());
    }
  }

  /** Deletes leftovers now; returns the number of deleted directories. */
  static int remove(Path place, UserPrincipal user) throws IOException {
    int removed = 0;
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(place)) {
      if (!(stream instanceof SecureDirectoryStream<Path> directory)) {
        return 0; // without such a stream, a directory could be replaced by a link meanwhile
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
          LOG.debug("deleted {} of an ended process", place.resolve(name));
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
      return false; // another process has deleted it
    } catch (IOException e) {
      LOG.debug("leftover {} could not be deleted: {}", name, e.toString());
      return false;
    }
  }

  /** Checks the owner of the opened directory, which cannot be replaced any more. */
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

  /** Deletes the directory of a process that was killed before it took the lease. */
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

  /** Returns whether {@code directory}, a private one, belongs to a process that lives. */
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
      return Files.exists(directory); // a directory without the lease's file may be in use
    } catch (IOException e) {
      return true;
    }
  }
}
