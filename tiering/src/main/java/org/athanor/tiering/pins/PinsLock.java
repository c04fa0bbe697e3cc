// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.pins;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Lets one process, and one of its threads, change a pins file at a time: a lock on a file beside
 * it. The operating system frees the lock of a process that has died.
 */
final class PinsLock {
  private static final long LOOK_MILLIS = 50;

  private PinsLock() {}

  /** What is done with the lock. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Waits for the lock, and works with it.
   *
   * @param file the file to lock, which stays
   * @param pins the file of which it has group and mode: who may write that may lock this
   * @param patience how long to wait at most
   * @throws IOException if another one holds it all that time, or it cannot be opened; with one
   *     line that names the file
   */
  static <T> T holding(Path file, Path pins, Duration patience, Work<T> work) throws IOException {
    try (FileChannel channel = open(file, pins)) {
      long end = System.nanoTime() + patience.toNanos();
      while (!isLocked(channel)) {
        if (System.nanoTime() - end >= 0) {
          throw new IOException(
              file
                  + ": another process holds this lock for more than "
                  + patience.toMillis() / 1000.0
                  + " s, and may be stopped; see 'fuser "
                  + file
                  + "'. The pins are as they were");
        }
        // A lock on a file has no event for those who wait.
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
      return work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException(file + ": interrupted while waiting for this lock");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private static FileChannel open(Path file, Path pins) throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.WRITE);
    } catch (NoSuchFileException e) {
      FileChannel made =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      share(file, pins);
      return made;
    } catch (AccessDeniedException e) {
      throw new IOException(
          file + ": this user may not write it: give it the group and mode of " + pins, e);
    }
  }

  private static void share(Path file, Path pins) throws IOException {
    if (Files.exists(pins)) {
      PosixFileAttributes attributes = Files.readAttributes(pins, PosixFileAttributes.class);
      PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
      try {
        view.setGroup(attributes.group());
        view.setPermissions(attributes.permissions());
      } catch (FileSystemException e) {
        // Another one has made it, or this user is in no such group and could not change the pins.
      }
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null; // until the channel is closed
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process has it
    }
  }
}
