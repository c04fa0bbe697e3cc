// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.job.SettingSource;

/**
 * How often a waiting client looks whether its job has ended, and how often it asks again for a job
 * that is not there. Hadoop's defaults (1 s, 5 s, and three times 2 s) spare a remote service; in
 * one JVM they would be most of a small job's time.
 */
final class ClientDefaults {
  static final int POLL_MILLIS = 10;

  private static final String SOURCE = "athanor: clients in the engine's JVM";

  private ClientDefaults() {}

  /**
   * Changes settings of {@code conf} that nobody has made; Hadoop's clients read them from this
   * very object.
   */
  static void applyTo(Configuration conf) {
    change(conf, Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, POLL_MILLIS);
    change(conf, Job.COMPLETION_POLL_INTERVAL_KEY, POLL_MILLIS);
    change(conf, MRJobConfig.MR_CLIENT_JOB_MAX_RETRIES, 0);
  }

  private static void change(Configuration conf, String key, int value) {
    if (SettingSource.isDefault(conf, key)) {
      conf.set(key, Integer.toString(value), SOURCE);
    }
  }
}
