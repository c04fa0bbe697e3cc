// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

/** A log that cannot be used. The message is one line: the file, its line, what is wrong. */
public final class AccessLogException extends Exception {
  private static final long serialVersionUID = 1;

  public AccessLogException(String message) {
    super(message);
  }

  public AccessLogException(String message, Throwable cause) {
    super(message, cause);
  }
}
