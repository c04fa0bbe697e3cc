// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

/** The output is wrong. The message says in one line what is wrong. */
public final class WrongOutputException extends Exception {
  private static final long serialVersionUID = 1L;

  public WrongOutputException(String message) {
    super(message);
  }
}
