// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.usage;

/** The command was called wrongly. The message is one line: which argument, and what is allowed. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line
   */
  public UsageException(String message) {
    super(message);
  }

  /**
   * @param message one line
   * @param cause shown with {@code --debug} only
   */
  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
