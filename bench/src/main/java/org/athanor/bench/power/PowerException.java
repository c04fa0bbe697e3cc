// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.io.IOException;

/**
 * A meter gave no power. The message is one line that goes on after the meter's name; it has
 * neither secrets nor what the device has sent in addition.
 */
final class PowerException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_CHARACTERS = 400;

  private final boolean refusal;

  PowerException(String message) {
    this(message, null);
  }

  PowerException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private PowerException(String message, Throwable cause, boolean refusal) {
    super(printable(message), cause);
    this.refusal = refusal;
  }

  /** The device does not accept the user, who may be locked out if that is repeated. */
  static PowerException refusal(String message) {
    return new PowerException(message, null, true);
  }

  boolean isRefusal() {
    return refusal;
  }

  /** Without what a device could do to a terminal. */
  private static String printable(String message) {
    String text = message.replaceAll("\\p{Cntrl}", "?");
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
  }
}
