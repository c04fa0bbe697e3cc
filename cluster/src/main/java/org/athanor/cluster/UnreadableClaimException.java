// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;

/** A claim whose owner cannot be read; the message is one line with the remedy. */
final class UnreadableClaimException extends IOException {
  private static final long serialVersionUID = 1L;

  UnreadableClaimException(String message) {
    super(message);
  }
}
