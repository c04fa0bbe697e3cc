// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock on a file in a {@link PrivateDirectory}, which shows other processes that the directory's
 * process lives. The kernel releases the lock when the process ends in any way. Process ids are not
 * used, because they are reused, and differ between containers.
 *
 * <p>Only the process that holds the lock may delete the directory. The file also contains the boot
 * id of the process's machine, because other machines do not see the locks of some network file
 * systems.
 */
final class Lease {
  static final String FILE = "owner";

  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int BOOT_BYTES = 36;
  private static final Set<OpenOption> EXISTING =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, NOFOLLOW_LINKS);
  private static final Set<OpenOption> NEW =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          NOFOLLOW_LINKS);

  private Lease() {}

  /**
   * Takes the lease of a directory that this process has just made.
   *
   * @return the lock, held until it is closed; empty if another process has treated the directory
   *     as a leftover meanwhile
   */
  static Optional<FileChannel> take(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    FileChannel channel;
    try {
      channel = FileChannel.open(file, NEW, OwnerOnly.file(file));
    } catch (NoSuchFileException removed) {
      return Optional.empty();
    }
    boolean taken = false;
    try {
      taken = lock(channel) && writeOwner(channel, file);
      return taken ? Optional.of(channel) : Optional.empty();
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  private static boolean lock(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      // Other processes cannot lock the file either, and so do not delete the directory.
      LOG.debug("the file system has no locks: {}", e.toString());
      return true;
    }
  }

  /**
   * Writes the boot id and the process id. Returns whether the locked file is still the one in the
   * directory; no other process writes such a file.
   */
  private static boolean writeOwner(FileChannel channel, Path file) throws IOException {
    ByteBuffer text =
        StandardCharsets.UTF_8.encode(
            bootId() + "\nprocess " + ProcessHandle.current().pid() + "\n");
    int bytes = text.remaining();
    while (text.hasRemaining()) {
      channel.write(text);
    }
    try {
      return Files.size(file) == bytes;
    } catch (NoSuchFileException removed) {
      return false;
    }
  }

  /**
   * Takes the lease of a directory whose process has ended. If the file is missing, the process may
   * still live: cleaners of temporary directories delete old files even if they are locked.
   *
   * @param local whether all processes that see the directory also see its locks
   * @return the lock, held until it is closed; empty if the process lives, or may live
   * @throws NoSuchFileException if the file is missing
   */
  static Optional<FileChannel> takeOver(SecureDirectoryStream<Path> directory, boolean local)
      throws IOException {
    Path file = Path.of(FILE);
    FileChannel channel = (FileChannel) directory.newByteChannel(file, EXISTING);
    boolean taken = false;
    try {
      taken = channel.tryLock() != null && (local || bootId().equals(bootOf(channel)));
      return taken ? Optional.of(channel) : Optional.empty();
    } catch (OverlappingFileLockException e) {
      return Optional.empty();
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  private static String bootOf(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BOOT_BYTES);
    while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {}
    return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
  }

  private static String bootId() throws IOException {
    return Files.isReadable(BOOT) ? Files.readString(BOOT).strip() : "-".repeat(BOOT_BYTES);
  }
}
