// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

/**
 * Says which split was being read when a failure occurred. It is attached to the failure as a
 * suppressed exception, so that user code sees the failure as its record reader threw it; few of
 * Hadoop's say which file they read.
 */
public final class WhileReading extends Exception {
  private static final long serialVersionUID = 1L;

  private WhileReading(String split) {
    super("while reading " + split, null, false, false);
  }

  /** Attaches the split to a failure. */
  public static void note(Throwable failure, Object split) {
    failure.addSuppressed(new WhileReading(nameOf(split)));
  }

  /** A split may be of a class of the job's. */
  private static String nameOf(Object split) {
    try {
      return split.toString();
    } catch (RuntimeException | Error e) {
      return "a split of " + split.getClass().getName();
    }
  }
}
