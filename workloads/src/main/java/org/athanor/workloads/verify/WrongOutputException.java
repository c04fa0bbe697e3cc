// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

/** An output is wrong. The message is one line that names what is. */
public final class WrongOutputException extends Exception {
  private static final long serialVersionUID = 1L;

  public WrongOutputException(String message) {
    super(message);
  }
}
