// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskStatus;
import org.athanor.engine.protocol.AttemptProgress;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.task.AttemptReport;

/** How far an attempt in another process is, as it was last told. Thread-safe. */
final class ReportedAttempt implements AttemptReport {
  private volatile AttemptProgress last;
  private volatile ReduceLoad.Shape shape = ReduceLoad.Shape.UNKNOWN;

  ReportedAttempt(TaskStatus.Phase first) {
    this.last = new AttemptProgress(new Counters(), first, 0, "", 0, 0);
  }

  void update(AttemptProgress progress) {
    last = progress;
  }

  void setShape(ReduceLoad.Shape seen) {
    shape = seen;
  }

  @Override
  public ReduceLoad.Shape shape() {
    return shape;
  }

  @Override
  public Counters counters() {
    return last.counters();
  }

  @Override
  public TaskStatus.Phase phase() {
    return last.phase();
  }

  @Override
  public float lastProgress() {
    return last.progress();
  }

  @Override
  public String status() {
    return last.status();
  }

  @Override
  public long shuffleFinishTime() {
    return last.shuffleFinishTime();
  }

  @Override
  public long sortFinishTime() {
    return last.sortFinishTime();
  }
}
