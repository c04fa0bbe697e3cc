// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Replaces a file: the new content is written to {@code NAME.next} beside it, which then takes its
 * place. A reader sees the old content or the new one, also after a crash. A file has one writer at
 * a time.
 */
public final class Replacement {
  private Replacement() {}

  /** The new content of a file. */
  public interface Content {
    /** Writes all of it. The stream is buffered; it must not be closed. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Replaces a file by one that only its owner may read; it is on the disk when this returns.
   *
   * @throws IOException if it cannot be written; it has its old content then
   */
  public static void write(Path file, Content content) throws IOException {
    Path next = nextOf(file);
    Files.deleteIfExists(next); // of an attempt that failed
    try (FileChannel channel =
            FileChannel.open(
                next,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rw-------")));
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
      content.writeTo(out);
      out.flush();
      channel.force(true);
    }
    commit(file);
  }

  /** Where the new content of a file is written. */
  public static Path nextOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".next");
  }

  /** Puts {@link #nextOf}, whose content is on the disk, in the place of the file. */
  public static void commit(Path file) throws IOException {
    Files.move(nextOf(file), file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel directory =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }
}
