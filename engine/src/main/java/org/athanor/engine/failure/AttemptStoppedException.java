// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

import java.io.IOException;

/** Thrown in an attempt that was asked to stop. The code that asked for it knows the reason. */
public final class AttemptStoppedException extends IOException {
  private static final long serialVersionUID = 1L;

  public AttemptStoppedException() {
    super("stopped");
  }
}
