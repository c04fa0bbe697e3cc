// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.lines;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * A record that is not in the format of its file. The message names file and line, unless several
 * records are wrong together.
 */
public final class MalformedRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param line number of the line, from 1
   * @param problem what is wrong, and what is allowed
   */
  public MalformedRecordException(Path file, long line, String problem) {
    super(shown(file) + " line " + line + ": " + problem);
  }

  /** Records that are wrong together; the message says which, and what is allowed. */
  public MalformedRecordException(String problem) {
    super(problem);
  }

  private static String shown(Path file) {
    String scheme = file.toUri().getScheme();
    return scheme == null || scheme.equals("file") ? file.toUri().getPath() : file.toString();
  }
}
