// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;

/** A command that took too long to start or to end. */
public final class CommandTimeoutException extends IOException {
  private static final long serialVersionUID = 1L;

  CommandTimeoutException(String message) {
    super(message);
  }
}
