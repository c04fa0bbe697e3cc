// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskStatus;
import org.athanor.engine.skew.ReduceLoad;

/** How far an attempt is: what others than the attempt itself can know. Thread-safe. */
public interface AttemptReport {
  /** Returns the counters; if the attempt runs, they change. */
  Counters counters();

  TaskStatus.Phase phase();

  /** Returns the progress as it was last updated, from 0 to 1. */
  float lastProgress();

  String status();

  /** Returns when all map output was there, in milliseconds since the epoch; 0 before. */
  long shuffleFinishTime();

  /** Returns when the attempt's input or output was sorted, in milliseconds; 0 before. */
  long sortFinishTime();

  /** Returns what a reduce's reducers have seen, once it has succeeded, if that is known. */
  default ReduceLoad.Shape shape() {
    return ReduceLoad.Shape.UNKNOWN;
  }
}
