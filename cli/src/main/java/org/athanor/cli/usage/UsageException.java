// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.usage;

/**
 * A command was called with wrong arguments. The message is one line: the argument, and what is
 * allowed.
 */
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
