// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.usage;

/** The arguments are wrong. The message says in one line what is wrong and what is allowed. */
public final class UsageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
