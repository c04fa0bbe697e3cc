// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.logs;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.athanor.engine.job.Containers;

/** Saves a copy of what one job's attempts print and log. Thread-safe. */
public interface JobLogs extends AutoCloseable {
  /** Saves nothing. */
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

  /** Decides where the logs of a job's attempts are kept. */
  @FunctionalInterface
  interface Keeper {
    /** Keeps no logs. */
    Keeper NOBODY = (conf, user, scratch) -> NONE;

    /**
     * Returns the logs of one job.
     *
     * @param conf the job's configuration
     * @param user the owner of the logs
     * @param scratch an absolute directory of the job, for logs that are not aggregated yet; it
     *     must exist until {@link JobLogs#close} has returned
     */
    JobLogs of(Configuration conf, UserGroupInformation user, Path scratch);

    /**
     * Aggregates the logs at the end of the job, if its configuration wants that.
     *
     * @param containers called only if the logs are saved
     */
    static Keeper aggregating(Supplier<Containers> containers) {
      return (conf, user, scratch) -> {
        boolean wanted =
            conf.getBoolean(
                YarnConfiguration.LOG_AGGREGATION_ENABLED,
                YarnConfiguration.DEFAULT_LOG_AGGREGATION_ENABLED);
        return wanted
            ? new AggregatedLogs(conf, containers.get(), user, scratch.resolve("logs"))
            : NONE;
      };
    }

    /** Writes the logs to files in a directory that somebody else looks after. */
    static Keeper in(Path directory) {
      return (conf, user, scratch) -> new AttemptFiles(directory);
    }
  }

  /**
   * Runs a step of the job itself (set-up, commit, abort), and saves what the calling thread and
   * the threads that it starts print and log meanwhile.
   */
  <T> T captureJob(Supplier<T> step);

  /** Runs an attempt, and saves what it prints and logs, as {@link #captureJob} does. */
  void capture(TaskAttemptID attempt, Runnable work);

  /**
   * Aggregates the saved logs. To be called once, after all steps and attempts have ended. A
   * failure is only logged, as a warning of one line, and does not change the job's state.
   */
  @Override
  void close();
}
