// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.measured;

/** A measured run that cannot be used. The message is one line: what is wrong, and what to do. */
public final class MeasuredRunException extends Exception {
  private static final long serialVersionUID = 1;

  public MeasuredRunException(String message) {
    super(message);
  }

  public MeasuredRunException(String message, Throwable cause) {
    super(message, cause);
  }
}
