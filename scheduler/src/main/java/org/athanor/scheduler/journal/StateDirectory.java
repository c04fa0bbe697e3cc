// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.athanor.scheduler.run.Tag;

/** The directory of a scheduler's state, which only its owner can use. */
public record StateDirectory(Path path) {
  private static final String PRIVATE = "rwx------";

  /** Creates the directory if there is none, and takes the rights of others away. */
  public static StateDirectory create(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    createPrivate(absolute);
    createPrivate(absolute.resolve("attempts"));
    createPrivate(absolute.resolve("requests"));
    return new StateDirectory(absolute);
  }

  private static void createPrivate(Path directory) throws IOException {
    Files.createDirectories(
        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(PRIVATE));
  }

  /** The directory of an attempt; its files tell how it ended. */
  public Path attempt(String run, String job, int attempt) {
    return path.resolve("attempts").resolve(run).resolve(Tag.part(job) + "-" + attempt);
  }

  /** Where other processes leave requests. */
  public Path requests() {
    return path.resolve("requests");
  }

  /** The right to decide about the runs; the system takes it from a process that ends. */
  public static final class Leadership implements Closeable {
    private final FileChannel channel;

    private Leadership(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Takes the lock; empty if another process, or another part of this one, has it. */
  public Optional<Leadership> lead() throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve("leader.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Another part of this process has it.
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    return lock == null ? Optional.empty() : Optional.of(new Leadership(channel));
  }
}
