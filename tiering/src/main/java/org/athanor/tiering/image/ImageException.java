// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import java.io.IOException;
import java.nio.file.Path;

/** An image that cannot be understood. The message is one line: file, line, what is wrong. */
public final class ImageException extends IOException {
  private static final long serialVersionUID = 1;

  ImageException(Path file, long line, String problem) {
    super(message(file, line, problem));
  }

  ImageException(Path file, long line, String problem, Throwable cause) {
    super(message(file, line, problem), cause);
  }

  /** One line, whatever characters the names of the image have. */
  private static String message(Path file, long line, String problem) {
    return file + ", line " + line + ": " + problem.replaceAll("\\p{Cntrl}", "?");
  }
}
