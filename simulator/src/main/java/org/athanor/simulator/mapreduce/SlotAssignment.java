// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** When, and in which order, free slots are given to the tasks of jobs. */
interface SlotAssignment {
  /** A job has begun. */
  void begun(JobRun job);

  /** A slot of a node got free. */
  void freed(int node);

  /** More reduces of a job may start than before. */
  void moreReduces(JobRun job);

  /** Tasks pend again, or slots of several nodes got free. */
  void lookAtAll();
}
