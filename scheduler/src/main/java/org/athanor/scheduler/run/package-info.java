// SPDX-License-Identifier: Apache-2.0
/**
 * What happens next in a run of a workflow: a function of its state, an event and the time, which
 * gives the next state, and commands to carry out after that state has been committed. Entry class:
 * {@link org.athanor.scheduler.run.Orchestrator}.
 *
 * <p>Does no I/O, except that {@link org.athanor.scheduler.run.WorkflowTree} reads workflow files,
 * and has no clock. All types are immutable.
 */
package org.athanor.scheduler.run;
