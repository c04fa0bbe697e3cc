// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.athanor.engine.site.Breakdown;
import org.athanor.engine.site.JobOperation;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.Worker;

/**
 * What the parts of one job's execution have in common.
 *
 * @param site where the job's code runs
 * @param worker runs the job's operations
 * @param share the job's claim to the worker's threads
 * @param breakdown is told what an operation throws
 * @param lock guards the job's state
 */
record JobEnvironment(
    JobDescription description,
    JobSite site,
    Worker worker,
    Share share,
    Breakdown breakdown,
    Object lock) {

  /** Makes an operation of the job; if the step throws, the job breaks down. */
  Operation operation(Operation.Kind kind, JobOperation.Step step) {
    return new JobOperation(kind, share, breakdown.guard(step));
  }

  /** Returns whether no operation of the job waits or runs. */
  boolean isIdle() {
    return worker.isIdle(share);
  }
}
