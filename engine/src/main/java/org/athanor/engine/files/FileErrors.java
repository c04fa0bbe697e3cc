// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** What went wrong with a file, in words: many messages of the JDK are a path, or have none. */
public final class FileErrors {
  private FileErrors() {}

  /** Why {@code error} happened, without the path: one line, never empty. */
  public static String reason(Throwable error) {
    if (error instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (error instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (error instanceof NotDirectoryException) {
      return "not a directory";
    }
    if (error instanceof FileAlreadyExistsException file) {
      return file.getFile() + " exists already";
    }
    String text = error instanceof FileSystemException file ? file.getReason() : error.getMessage();
    Throwable cause = error.getCause();
    if (cause != null && (text == null || text.equals(cause.toString()))) {
      return reason(cause); // the error only wraps it
    }
    String reason = text == null || text.isBlank() ? error.toString() : text;
    return reason.strip().lines().findFirst().orElse(reason); // a server's has its stack trace
  }

  /**
   * An error that names the path, and the setting that placed it if it is in a {@link
   * PrivateDirectory} of this process.
   *
   * @param action what was tried, such as "cannot write"
   */
  public static IOException at(String action, Path path, Throwable cause) {
    String place =
        PrivateDirectory.keyOf(path).map(key -> " (" + key + " names the place)").orElse("");
    return new IOException(action + " " + path + ": " + reason(cause) + place, cause);
  }
}
