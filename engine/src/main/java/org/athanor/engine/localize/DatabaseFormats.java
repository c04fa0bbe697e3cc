// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.db.DBConfiguration;

/**
 * Hadoop's input and output formats for databases. They look for the JDBC driver in the loader that
 * they are in themselves, which on a cluster has all there is. A job that brings its driver along
 * needs them anew, in the loader of its own classes.
 */
final class DatabaseFormats {
  private static final String[] PACKAGES = {
    "org.apache.hadoop.mapreduce.lib.db.", "org.apache.hadoop.mapred.lib.db."
  };

  private DatabaseFormats() {}

  /** Returns the name of the driver's class; empty if the job uses none. */
  static String driver(Configuration conf) {
    return conf.getTrimmed(DBConfiguration.DRIVER_CLASS_PROPERTY, "");
  }

  /** Whether the class is one of theirs. */
  static boolean contain(String className) {
    for (String name : PACKAGES) {
      if (className.startsWith(name)) {
        return true;
      }
    }
    return false;
  }
}
