// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.IOException;
import org.athanor.engine.failure.Failure;

/** Says in one line why something failed. */
final class Reasons {
  /** What Hadoop appends to its messages about connections. */
  private static final String HINT = "; For more details see:";

  private Reasons() {}

  /** Returns the message of a plain {@link IOException} alone; that of others with their type. */
  static String of(Throwable e) {
    boolean isPlain = e.getClass() == IOException.class && e.getMessage() != null;
    String line = isPlain ? e.getMessage().lines().findFirst().orElse("") : Failure.of(e).line();
    int hint = line.indexOf(HINT);
    return hint < 0 ? line : line.substring(0, hint);
  }
}
