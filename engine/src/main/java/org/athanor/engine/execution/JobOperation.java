// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.WorkArea;

/** A step of the job itself, or a merge. */
record JobOperation(Kind kind, Share share, Step step) implements Operation {
  /** What is done; handles its own failures. */
  @FunctionalInterface
  interface Step {
    void run(WorkArea work);
  }

  @Override
  public void run(WorkArea work) {
    step.run(work);
  }
}
