// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.Arrays;
import org.athanor.cluster.Reason;

/**
 * Writes a file whole or not at all: the content is written to {@code NAME.new} beside the file,
 * which is then renamed. A reader sees the old content or the new content, also after a crash or on
 * a full disk. There must be one writer per file at a time, except with {@link #replace}.
 */
public final class WholeFile {
  private static final String SUFFIX = ".new";

  private WholeFile() {}

  /** The new content of a file. */
  public interface Content {
    /** Writes the whole content; the stream is buffered, and the caller closes it. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes the file; content and name are on disk when this returns.
   *
   * @throws IOException if the file cannot be written; the message is one line that names it. The
   *     file then has its old content, or the new one if only its directory could not be forced to
   *     disk, and no other file is left behind
   */
  public static void write(Path file, Content content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + SUFFIX);
    try {
      fill(part, content);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      forceDirectoryOf(file);
    } catch (ClosedByInterruptException interrupted) {
      Files.deleteIfExists(part);
      throw interrupted;
    } catch (IOException failed) {
      Files.deleteIfExists(part);
      throw new IOException(file + ": cannot be written: " + Reason.of(failed), failed);
    }
  }

  /** Writes a text in UTF-8. */
  public static void write(Path file, String text) throws IOException {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Replaces a file that people and other processes write, too. Its owner, its group and its
   * permissions stay; access control lists do not, and other hard links have the old content. There
   * is never a moment in which a user can read the new content who could not read the old one. One
   * thread at a time in a process.
   *
   * @param known the content that the new one was made from
   * @throws IOException if the file has another content by now, belongs to another user to whom
   *     this process may not give the new one, or cannot be written; one line that names the file.
   *     It then has its old content, or the new one if only its directory could not be forced to
   *     disk
   */
  public static void replace(Path file, byte[] known, byte[] content) throws IOException {
    Path part = null;
    try (LockedFile old = LockedFile.open(file)) {
      Path directory = file.toAbsolutePath().getParent();
      part = Files.createTempFile(directory, file.getFileName() + ".", SUFFIX);
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        write(channel, out -> out.write(content));
      }
      keepAccess(file, part);
      if (!Arrays.equals(known, old.content()) || !old.isCurrent()) {
        throw new IOException("somebody else has changed it meanwhile; try again");
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      forceDirectoryOf(file);
    } catch (IOException failed) {
      if (part != null) {
        Files.deleteIfExists(part);
      }
      throw new IOException(file + ": cannot be written: " + Reason.of(failed), failed);
    }
  }

  private static void keepAccess(Path from, Path to) throws IOException {
    PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    PosixFileAttributeView own = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (old == null || own == null) {
      return;
    }
    keepOwner(old.readAttributes().owner(), own);
    // The group comes first: its permissions must not be another group's.
    if (!old.readAttributes().group().equals(own.readAttributes().group())) {
      own.setGroup(old.readAttributes().group());
    }
    own.setPermissions(old.readAttributes().permissions());
  }

  private static void keepOwner(UserPrincipal owner, PosixFileAttributeView own)
      throws IOException {
    if (!owner.equals(own.readAttributes().owner())) {
      try {
        own.setOwner(owner);
      } catch (IOException refused) {
        throw new IOException(
            "it belongs to "
                + owner.getName()
                + ", to whom you may not give a new one; do this as "
                + owner.getName()
                + ", or with a copy of the file",
            refused);
      }
    }
  }

  private static void fill(Path part, Content content) throws IOException {
    // A file that another process left under this name is deleted, not opened: it may be a link.
    Files.deleteIfExists(part);
    try (FileChannel channel =
        FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(channel, content);
    }
  }

  /** Writes the whole content; it is on disk when this returns. */
  private static void write(FileChannel channel, Content content) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
      content.writeTo(new StaysOpen(out));
      out.flush();
      channel.force(true);
    }
  }

  /** Without it, a crash of the machine may bring back the old file. */
  private static void forceDirectoryOf(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Does not close the file when the content closes its stream: the file must be forced first. */
  private static final class StaysOpen extends FilterOutputStream {
    StaysOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
