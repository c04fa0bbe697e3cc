// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

/**
 * Names the split that was being read when a failure occurred, because few of Hadoop's record
 * readers name the file in their exceptions. It is attached to the failure as a suppressed
 * exception, so that user code sees the failure as the record reader threw it.
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

  /** Returns the split's text. The split's class may be the job's own, so its methods may throw. */
  private static String nameOf(Object split) {
    try {
      return split.toString();
    } catch (RuntimeException | Error e) {
      return "a split of " + split.getClass().getName();
    }
  }
}
