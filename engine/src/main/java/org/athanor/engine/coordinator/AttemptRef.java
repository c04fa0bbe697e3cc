// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/** An attempt at a task. */
public record AttemptRef(Kind kind, int task, int attempt) {
  /** What a task does. */
  public enum Kind {
    MAP,
    REDUCE
  }
}
