// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * A file that this process has locked for writing, until it is closed. Another process that
 * replaces the file by a rename, instead of writing into it, locks the old one only; see {@link
 * #isCurrent}.
 *
 * <p>This process must not open the file in another way meanwhile: a lock of POSIX ends when its
 * process closes any descriptor of the file. One thread at a time in a process.
 */
final class LockedFile implements Closeable {
  private final Path path;
  private final Object key;
  private final FileChannel channel;
  private final FileLock lock;

  private LockedFile(Path path, Object key, FileChannel channel, FileLock lock) {
    this.path = path;
    this.key = key;
    this.channel = channel;
    this.lock = lock;
  }

  /** Opens a file that exists, and waits until no other process has its lock. */
  static LockedFile open(Path path) throws IOException {
    // Should the file be replaced before it is open, this is not the open one's, nor current then.
    Object key = key(path);
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return new LockedFile(path, key, channel, channel.lock());
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  /** Distinguishes files, also of the same name; null where the file system has nothing for it. */
  private static Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /** Whether the path still leads to the locked file, and the lock is valid. */
  boolean isCurrent() throws IOException {
    return lock.isValid() && Objects.equals(key, key(path));
  }

  /** The whole content, which is read by the descriptor that has the lock. */
  byte[] content() throws IOException {
    return Channels.newInputStream(channel.position(0)).readAllBytes();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
