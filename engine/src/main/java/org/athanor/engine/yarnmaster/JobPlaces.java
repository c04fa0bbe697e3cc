// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.job.SettingSource;

/**
 * Says where a job of a session has its files. Local ones are in the container's directories, which
 * YARN removes. The history goes to where a history server of the cluster looks for it. Stateless.
 */
final class JobPlaces {
  private static final List<String> HISTORY =
      List.of(
          EngineKeys.HISTORY_DIR.name(),
          JHAdminConfig.MR_HISTORY_INTERMEDIATE_DONE_DIR,
          JHAdminConfig.MR_HISTORY_DONE_DIR);

  private JobPlaces() {}

  /**
   * Sets the places.
   *
   * @param job its configuration, as submitted
   * @param container the configuration of this container
   */
  static void set(Configuration job, Configuration container) {
    job.set(MRConfig.LOCAL_DIR, container.get(MRConfig.LOCAL_DIR));
    String intermediate = job.get(JHAdminConfig.MR_HISTORY_INTERMEDIATE_DONE_DIR);
    if (intermediate != null && HISTORY.stream().allMatch(key -> isDefault(job, key))) {
      // A value that is set is one of a history server.
      job.set(JHAdminConfig.MR_HISTORY_INTERMEDIATE_DONE_DIR, intermediate, "athanor: on YARN");
    }
  }

  private static boolean isDefault(Configuration job, String key) {
    return SettingSource.isDefault(job, key);
  }
}
