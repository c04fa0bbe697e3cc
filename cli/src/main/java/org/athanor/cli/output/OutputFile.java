// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.athanor.cli.usage.UsageException;

/**
 * A file that is written completely or not at all. An existing file is kept unless it may be
 * replaced. Devices and pipes, such as {@code /dev/stdout}, are written directly.
 */
public final class OutputFile {
  /** Writes the content of a file. */
  public interface Content<E extends Exception> {
    void writeTo(OutputStream out) throws IOException, E;
  }

  private final String option;
  private final Path file;
  private final boolean mayReplace;

  private OutputFile(String option, Path file, boolean mayReplace) {
    this.option = option;
    this.file = file;
    this.mayReplace = mayReplace;
  }

  /**
   * Checks everything that can be checked before the content exists.
   *
   * @param option the option that names the file, for messages
   * @throws UsageException if the file exists and may not be replaced, or its directory does not
   *     exist
   */
  public static OutputFile open(String option, Path file, boolean mayReplace)
      throws UsageException {
    if (Files.isDirectory(file)) {
      throw new UsageException(option + "=" + file + ": is a directory; must be a file");
    }
    if (Files.isRegularFile(file) && !mayReplace) {
      throw exists(option, file);
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new UsageException(
          option + "=" + file + ": directory " + directory + " does not exist; create it first");
    }
    return new OutputFile(option, file, mayReplace);
  }

  /** Whether both are the same file. */
  public boolean isSameAs(OutputFile other) {
    return file.toAbsolutePath().normalize().equals(other.file.toAbsolutePath().normalize());
  }

  /**
   * Writes the file.
   *
   * @throws UsageException if another process has created the file meanwhile
   * @throws IOException if it cannot be written; no partial file remains, and an existing file is
   *     unchanged
   */
  public void write(byte[] content) throws IOException, UsageException {
    this.<RuntimeException>write(out -> out.write(content));
  }

  /** Like {@link #write(byte[])}, without holding the whole content in memory. */
  public <E extends Exception> void write(Content<E> content)
      throws IOException, UsageException, E {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      write(content, file);
      return;
    }
    // The target of a symbolic link is replaced, not the link.
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path part = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      write(content, part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      if (mayReplace) {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(part, target);
      }
    } catch (FileAlreadyExistsException e) {
      throw exists(option, file);
    } finally {
      if (Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(part);
      }
    }
  }

  private static <E extends Exception> void write(
      Content<E> content, Path file, OpenOption... options) throws IOException, E {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file, options))) {
      content.writeTo(out);
    }
  }

  private static UsageException exists(String option, Path file) {
    return new UsageException(
        option + "=" + file + ": exists already; choose another name or add --force");
  }

  /** Option and file, as typed. */
  @Override
  public String toString() {
    return option + "=" + file;
  }
}
