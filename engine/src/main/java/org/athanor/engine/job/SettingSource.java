// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import org.apache.hadoop.conf.Configuration;

/** Tells values that somebody chose from those that only Hadoop's default files hold. */
public final class SettingSource {
  private SettingSource() {}

  /**
   * Whether nobody has set {@code key}: it has no value, or its value was first read from a {@code
   * *-default.xml}. A configuration read back from a {@code job.xml} still knows that.
   */
  public static boolean isDefault(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null || sources.length == 0 || sources[0].endsWith("-default.xml");
  }
}
