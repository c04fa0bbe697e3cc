// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

/**
 * Whether a job has broken down: an event could not be handled, for example because the heap had no
 * room for it, so the job's state cannot be trusted any more. Thread-safe; noting a breakdown
 * allocates nothing.
 */
public final class Breakdown {
  private volatile Throwable cause; // null as long as all events could be handled

  /** Notes a breakdown; the first cause counts. */
  public void note(Throwable thrown) {
    if (cause == null) {
      cause = thrown;
    }
  }

  public boolean hasHappened() {
    return cause != null;
  }

  /** Returns why the job has broken down; null if it has not. */
  public Throwable cause() {
    return cause;
  }

  /** Returns a step that does the same and never throws; what the given one throws is noted. */
  public JobOperation.Step guard(JobOperation.Step step) {
    return work -> {
      try {
        step.run(work);
      } catch (Throwable e) {
        note(e);
      }
    };
  }
}
