// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;

/**
 * What counts as a duplicate, in the configuration of a job.
 *
 * @param prefix bases that must be the same, from 1 to 27
 * @param compared bases that are compared at all, with those of the prefix
 * @param mismatches other bases that may differ, from 0
 */
record Rule(int prefix, int compared, int mismatches) {
  private static final String PREFIX = "mardre.prefix";
  private static final String COMPARED = "mardre.compared";
  private static final String MISMATCHES = "mardre.mismatches";

  void putInto(Job job) {
    Configuration configuration = job.getConfiguration();
    configuration.setInt(PREFIX, prefix);
    configuration.setInt(COMPARED, compared);
    configuration.setInt(MISMATCHES, mismatches);
  }

  static Rule of(Configuration configuration) {
    return new Rule(
        configuration.getInt(PREFIX, 20),
        configuration.getInt(COMPARED, Integer.MAX_VALUE),
        configuration.getInt(MISMATCHES, 0));
  }
}
