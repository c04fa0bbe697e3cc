// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exit;

/** Ends a thread of a task that has called for the end of its process. */
final class TaskExitError extends Error {
  private static final long serialVersionUID = 1L;

  TaskExitError(String message) {
    super(message);
  }
}
