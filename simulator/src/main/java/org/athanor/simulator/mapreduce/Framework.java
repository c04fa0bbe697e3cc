// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** What runs the maps and reduces of jobs. */
public enum Framework {
  /**
   * Hadoop MapReduce: a process for each task; the output of maps is stored where they ran, and
   * reduces copy it.
   */
  HADOOP,

  /**
   * The engine: one process for each job and node; the output of maps goes while they run to the
   * nodes where it will be reduced, into their memory (J. Veiga, PhD thesis, A Coruña 2018, chapter
   * 3).
   */
  ATHANOR,

  /**
   * Spark's two stages: one process for each job and node; the output of maps is stored where they
   * ran, and reduces begin to copy it when the last of them has ended.
   */
  SPARK
}
