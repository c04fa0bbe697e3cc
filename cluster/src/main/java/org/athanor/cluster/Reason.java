// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Describes in words why a file or directory could not be used. The message of a {@link
 * FileSystemException} may be the path only.
 */
public final class Reason {
  private Reason() {}

  /** Returns one line, without the file's name if the exception has it apart. */
  public static String of(Exception error) {
    if (error instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (error instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (error instanceof FileAlreadyExistsException) {
      return "there is a file of this name";
    }
    if (error instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    }
    String message = error instanceof FileSystemException e ? e.getReason() : error.getMessage();
    return message == null
        ? error.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }

  /** The whole message, which names the file. */
  public static String withFile(Exception error) {
    return error instanceof FileSystemException e
        ? e.getFile() + ": " + of(e)
        : String.valueOf(error.getMessage());
  }
}
