// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import org.athanor.simulator.job.JobSpec;

/** Jobs of tests. */
final class Jobs {
  private Jobs() {}

  /** A job that only reads. */
  static JobSpec reads(String name, double submit, String input) {
    return new JobSpec(name, "default", submit, input, 0, 0, 0, 0, 0, 0);
  }

  /** A job that reads nothing, of maps that compute for some seconds and write a byte each. */
  static JobSpec computes(String name, String queue, double submit, int maps, double seconds) {
    return new JobSpec(name, queue, submit, "", maps, 0, 0, maps, seconds, 0);
  }

  static JobSpec shuffles(String name, String input, int maps, int reduces, long bytes, long out) {
    return new JobSpec(name, "default", 0, input, maps, reduces, bytes, out, 0, 0);
  }
}
