// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskStatus;
import org.athanor.engine.task.AttemptReport;

/** The report of a map attempt that has come so far, and says nothing else. */
record FixedProgress(float lastProgress) implements AttemptReport {
  @Override
  public Counters counters() {
    return new Counters();
  }

  @Override
  public TaskStatus.Phase phase() {
    return TaskStatus.Phase.MAP;
  }

  @Override
  public String status() {
    return "";
  }

  @Override
  public long shuffleFinishTime() {
    return 0;
  }

  @Override
  public long sortFinishTime() {
    return 0;
  }
}
