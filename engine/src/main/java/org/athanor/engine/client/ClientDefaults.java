// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.config.Deployment;
import org.athanor.engine.files.ClosePause;
import org.athanor.engine.job.SettingSource;

/**
 * Defaults for clients: how often a client polls the state of its job, and how often it retries for
 * a job that is not found. Hadoop's defaults (1 s, 5 s, and three retries after 2 s each) limit the
 * load on a remote service; here they would be most of a small job's time. A client of a session on
 * YARN polls less often than one in the engine's JVM, and has an ApplicationMaster of its own. On
 * YARN, {@link ClosePause} too.
 */
final class ClientDefaults {
  static final int POLL_MILLIS = 10;
  static final int POLL_MASTER_MILLIS = 100;

  private static final String SOURCE = "athanor: defaults of clients";

  private ClientDefaults() {}

  /**
   * Sets the defaults in {@code conf}, except for keys that the user has set. Hadoop's clients read
   * them from the same object.
   */
  static void applyTo(Configuration conf, Deployment deployment) {
    int millis = deployment == Deployment.YARN ? POLL_MASTER_MILLIS : POLL_MILLIS;
    setDefault(conf, Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, millis);
    setDefault(conf, Job.COMPLETION_POLL_INTERVAL_KEY, millis);
    setDefault(conf, MRJobConfig.MR_CLIENT_JOB_MAX_RETRIES, 0);
    if (deployment == Deployment.YARN) {
      setClosePause(conf);
    }
  }

  /** Both keys, or neither: who has changed one counts on Hadoop's default of the other. */
  private static void setClosePause(Configuration conf) {
    Map<String, String> ours = ClosePause.settings();
    boolean isOther =
        ours.entrySet().stream()
            .anyMatch(
                setting ->
                    !SettingSource.isDefault(conf, setting.getKey())
                        && !setting.getValue().equals(conf.get(setting.getKey())));
    ours.forEach(
        (key, value) -> {
          if (!isOther) {
            conf.set(key, value, SOURCE);
          } else if (value.equals(conf.get(key))) {
            conf.unset(key); // athanor run has set it, before the driver set the other one
          }
        });
  }

  private static void setDefault(Configuration conf, String key, int value) {
    if (SettingSource.isDefault(conf, key)) {
      conf.set(key, Integer.toString(value), SOURCE);
    }
  }
}
