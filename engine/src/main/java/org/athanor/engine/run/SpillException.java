// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;

/**
 * Map output could not be written to a local disk of this process, or not be read from it. The
 * message names the file.
 */
public final class SpillException extends IOException {
  private static final long serialVersionUID = 1L;

  SpillException(IOException described) {
    super(described.getMessage(), described.getCause());
  }
}
