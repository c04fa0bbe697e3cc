// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptContextImpl;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.util.Progressable;

/**
 * The context that output formats and committers of both APIs get. Counters, progress and status go
 * to the attempt's reporter.
 */
final class AttemptContext extends TaskAttemptContextImpl {
  private final AttemptReporter reporter;

  AttemptContext(JobConf conf, TaskAttemptID id, AttemptReporter reporter) {
    super(conf, id);
    this.reporter = reporter;
  }

  @Override
  public Progressable getProgressible() {
    return reporter;
  }

  @Override
  public void progress() {
    reporter.progress();
  }

  @Override
  public float getProgress() {
    return reporter.getProgress();
  }

  @Override
  public Counter getCounter(Enum<?> name) {
    return reporter.getCounter(name);
  }

  @Override
  public Counter getCounter(String group, String name) {
    return reporter.getCounter(group, name);
  }

  @Override
  public void setStatus(String status) {
    super.setStatus(status);
    reporter.setStatus(status);
  }
}
