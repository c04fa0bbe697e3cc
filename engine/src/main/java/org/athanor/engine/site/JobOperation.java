// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.WorkArea;

/** An operation of a job that is not an attempt: a call of its committer, or a merge. */
public record JobOperation(Kind kind, Share share, Step step) implements Operation {
  /** The work of an operation. */
  @FunctionalInterface
  public interface Step {
    void run(WorkArea work);
  }

  @Override
  public void run(WorkArea work) {
    step.run(work);
  }
}
