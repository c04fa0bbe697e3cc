// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Opens the kernel's files, or says in plain words why one cannot be read. */
final class KernelFiles {

  private KernelFiles() {}

  static FileChannel open(Path file) throws UnavailableException {
    try {
      return Reader.open(file);
    } catch (IOException e) {
      throw unavailable(file, e);
    }
  }

  static UnavailableException unavailable(Path file, IOException cause) {
    return new UnavailableException(file + ": " + reason(cause), cause);
  }

  /** What went wrong, without the file's name. */
  static String reason(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return "no such file";
    }
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    return String.valueOf(cause.getMessage());
  }

  /** Closes a file that was only read. */
  static void close(Closeable file) {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
