// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.record;

import java.io.IOException;

/** A file that is no recording. The message is one line: file, line, what is wrong. */
public final class RecordingFormatException extends IOException {
  private static final long serialVersionUID = 1;

  RecordingFormatException(String message, Throwable cause) {
    super(message.replaceAll("\\p{Cntrl}+", " "), cause);
  }
}
