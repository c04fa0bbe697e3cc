// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import org.apache.hadoop.conf.Configuration;

/** Distinguishes values that a user has set from those of Hadoop's default files. */
public final class SettingSource {
  private SettingSource() {}

  /**
   * Returns whether the user has not set {@code key}: it has no value, or its value was first read
   * from a {@code *-default.xml}. A {@code job.xml} preserves this information.
   */
  public static boolean isDefault(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null || sources.length == 0 || sources[0].endsWith("-default.xml");
  }
}
