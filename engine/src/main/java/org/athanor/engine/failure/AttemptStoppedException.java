// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

import java.io.IOException;

/** The attempt was told to stop; whoever told it knows why. */
public final class AttemptStoppedException extends IOException {
  private static final long serialVersionUID = 1L;

  public AttemptStoppedException() {
    super("stopped");
  }
}
