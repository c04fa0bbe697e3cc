// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.engine.job.SettingSource;

/**
 * The directory for histories and its layout. The directory is {@value #DIRECTORY_KEY} if set; else
 * that of Hadoop's history server if the user has configured one, in the server's layout; else
 * {@code ${hadoop.tmp.dir}/athanor/history} on the local file system.
 *
 * @param enabled whether histories are written ({@value #ENABLED_KEY}, default true)
 * @param directory a path; if it has no scheme, it is on the local file system for {@link
 *     Layout#OWN}, and on the default file system otherwise
 * @param maxAgeMillis age at which a day's history is deleted, for {@link Layout#OWN} only
 */
public record HistorySettings(boolean enabled, Path directory, Layout layout, long maxAgeMillis) {
  public static final String ENABLED_KEY = "athanor.history.enabled";
  public static final String DIRECTORY_KEY = "athanor.history.dir";

  static final String DONE_KEY = "mapreduce.jobhistory.done-dir";
  static final String INTERMEDIATE_KEY = "mapreduce.jobhistory.intermediate-done-dir";
  static final String MAX_AGE_KEY = "mapreduce.jobhistory.max-age-ms";

  private static final long WEEK_MILLIS = 7 * 24 * 3_600_000L;

  /** The layout of the subdirectories. */
  public enum Layout {
    /** A directory per day, {@code 2026/01/31}; old days are deleted. */
    OWN,
    /** A directory per user, from which a history server collects the files. */
    INTERMEDIATE,
    /** The history server's archive: {@code 2026/01/31/000000}. */
    DONE
  }

  public static HistorySettings of(Configuration conf) {
    boolean enabled = conf.getBoolean(ENABLED_KEY, true);
    long maxAge = conf.getLong(MAX_AGE_KEY, WEEK_MILLIS);
    String configured = conf.getTrimmed(DIRECTORY_KEY, "");
    if (configured.isEmpty()) {
      if (isSet(conf, INTERMEDIATE_KEY)) {
        Path directory = new Path(conf.get(INTERMEDIATE_KEY));
        return new HistorySettings(enabled, directory, Layout.INTERMEDIATE, maxAge);
      }
      if (isSet(conf, DONE_KEY)) {
        return new HistorySettings(enabled, new Path(conf.get(DONE_KEY)), Layout.DONE, maxAge);
      }
    }
    String own = configured.isEmpty() ? temporary(conf) + "/athanor/history" : configured;
    return new HistorySettings(enabled, new Path(own), Layout.OWN, maxAge);
  }

  private static String temporary(Configuration conf) {
    return conf.get("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
  }

  private static boolean isSet(Configuration conf, String key) {
    return conf.get(key) != null && !SettingSource.isDefault(conf, key);
  }
}
