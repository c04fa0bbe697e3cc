// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Why a file or directory could not be used, in words: the message of a {@link FileSystemException}
 * may be its path and nothing else.
 */
public final class Reason {
  private Reason() {}

  /** One line, without the name of the file if that is known. */
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
