// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.io.IOException;

/** A peer has sent what it must not send. Its connection ends; the message says what it was. */
final class WrongMessageException extends IOException {
  private static final long serialVersionUID = 1;

  WrongMessageException(String message) {
    super(message);
  }
}
