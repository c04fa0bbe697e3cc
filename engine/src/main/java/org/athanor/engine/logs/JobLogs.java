// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.logs;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.athanor.engine.job.Containers;

/**
 * Keeps what one job's attempts print and log, if {@value
 * YarnConfiguration#LOG_AGGREGATION_ENABLED} says so. It appears where it would without, too.
 * Thread-safe.
 */
public interface JobLogs extends AutoCloseable {
  /** Of a job whose logs nobody wants. */
  JobLogs NONE =
      new JobLogs() {
        @Override
        public <T> T captureJob(Supplier<T> step) {
          return step.get();
        }

        @Override
        public void capture(TaskAttemptID attempt, Runnable work) {
          work.run();
        }

        @Override
        public void close() {}
      };

  /**
   * @param conf the job's
   * @param containers asked for only if logs are wanted
   * @param user who owns the logs
   * @param scratch an absolute directory of the job's, for what is not aggregated yet; whoever
   *     deletes it does so after {@link #close}
   */
  static JobLogs of(
      Configuration conf,
      Supplier<Containers> containers,
      UserGroupInformation user,
      Path scratch) {
    boolean wanted =
        conf.getBoolean(
            YarnConfiguration.LOG_AGGREGATION_ENABLED,
            YarnConfiguration.DEFAULT_LOG_AGGREGATION_ENABLED);
    return wanted
        ? new AggregatedLogs(conf, containers.get(), user, scratch.resolve("logs"))
        : NONE;
  }

  /**
   * Does a step of the job itself (set-up, commit, abort) and keeps what the calling thread prints
   * and logs meanwhile, and threads that it starts.
   */
  <T> T captureJob(Supplier<T> step);

  /** Does an attempt's work, like {@link #captureJob}. */
  void capture(TaskAttemptID attempt, Runnable work);

  /**
   * Aggregates what was kept, once, when nothing is captured any more. A failure is a warning of
   * one line and nothing else: the job is what it is.
   */
  @Override
  void close();
}
