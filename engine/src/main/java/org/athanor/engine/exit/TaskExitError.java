// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exit;

/** Unwinds a thread of a task that has ended its process, as the task sees it. */
final class TaskExitError extends Error {
  private static final long serialVersionUID = 1L;

  TaskExitError(String message) {
    super(message);
  }
}
