// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import java.io.IOException;

/** A file is no recording; the message is one line with file, line and reason. */
public final class RecordingFormatException extends IOException {
  private static final long serialVersionUID = 1;

  RecordingFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
