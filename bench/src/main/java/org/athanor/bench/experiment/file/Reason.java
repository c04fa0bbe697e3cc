// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a file could not be read, in words. */
final class Reason {
  private Reason() {}

  static String of(Exception error) {
    if (error instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (error instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (error instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    }
    String message = error.getMessage();
    return message == null
        ? error.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
