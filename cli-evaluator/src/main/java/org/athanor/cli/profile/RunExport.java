// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.athanor.profile.run.Run;

/** A form in which runs are exported, one by one. */
interface RunExport {

  void begin(OutputStream out) throws IOException;

  void write(Run run, OutputStream out) throws IOException;

  void end(OutputStream out) throws IOException;

  /** Like {@link #write}, for callers that may not throw {@link IOException}. */
  default void writeUnchecked(Run run, OutputStream out) {
    try {
      write(run, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
