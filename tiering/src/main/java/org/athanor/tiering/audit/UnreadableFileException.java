// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.IOException;

/** A file of a log's history that this process may not open. */
final class UnreadableFileException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient LogFile file;

  UnreadableFileException(LogFile file, IOException cause) {
    super(cause.toString(), cause);
    this.file = file;
  }

  LogFile file() {
    return file;
  }
}
