// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * Describes errors of files in words: the message of many of the JDK's exceptions is only a path,
 * or is missing.
 */
public final class FileErrors {
  private FileErrors() {}

  /** Returns the reason of {@code error}, without the path: one line, never empty. */
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
      return reason(cause); // the error only wraps its cause
    }
    String reason = text == null || text.isBlank() ? error.toString() : text;
    // The first line only: an error from a server has the server's stack trace in its message.
    return reason.strip().lines().findFirst().orElse(reason);
  }

  /**
   * Returns an error that names the path. If the path is in a {@link PrivateDirectory} of this
   * process, the error also names the key that sets the directory's place.
   *
   * @param action the action that failed, such as "cannot write"
   */
  public static IOException at(String action, Path path, Throwable cause) {
    String place =
        PrivateDirectory.keyOf(path).map(key -> " (" + key + " names the place)").orElse("");
    return new IOException(action + " " + path + ": " + reason(cause) + place, cause);
  }
}
