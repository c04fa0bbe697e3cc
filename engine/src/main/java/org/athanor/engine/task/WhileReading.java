// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

/**
 * Says which split was being read when a failure occurred. It is attached to the failure as a
 * suppressed exception, so that user code sees the failure as its record reader threw it; few of
 * Hadoop's say which file they read.
 */
public final class WhileReading extends Exception {
  private static final long serialVersionUID = 1L;

  private WhileReading(Object split) {
    super("while reading " + split, null, false, false);
  }

  /** Attaches the split to a failure. */
  static void note(Exception failure, Object split) {
    failure.addSuppressed(new WhileReading(split));
  }
}
