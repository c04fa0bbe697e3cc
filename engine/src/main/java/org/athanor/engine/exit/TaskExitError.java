// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exit;

/** Unwinds a task's thread that has called {@link System#exit} or the like. */
final class TaskExitError extends Error {
  private static final long serialVersionUID = 1L;

  TaskExitError(String message) {
    super(message);
  }
}
