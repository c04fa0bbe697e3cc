// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/** The counters of the jobs. */
public enum Tally {
  /** Reads, or first mates of pairs, in the input. */
  READS,
  /** Second mates in the input. */
  SECOND_MATES,
  /** Single reads or pairs that were compared. */
  COMPARED,
  /** Single reads or pairs that were kept. */
  KEPT;

  /** Returns the value after a job; -1 if the framework returns no counters, as Tez does. */
  long of(Job job) throws IOException {
    Counters counters = job.getCounters();
    return counters == null || counters.countCounters() == 0
        ? -1
        : counters.findCounter(this).getValue();
  }
}
