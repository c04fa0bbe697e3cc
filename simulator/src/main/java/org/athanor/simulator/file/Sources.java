// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import org.athanor.simulator.access.AccessLogException;
import org.athanor.simulator.access.AccessLogs;
import org.athanor.simulator.measured.MeasuredRunException;
import org.athanor.simulator.measured.MeasuredRuns;

/**
 * What scenario files name, but this module cannot read itself.
 *
 * @param runs for {@code jobs.profile}
 * @param logs for {@code accesses}
 */
public record Sources(MeasuredRuns runs, AccessLogs logs) {

  /** Sources without anything: a file that names something of them has a problem. */
  public static Sources none() {
    return new Sources(
        wanted -> {
          throw new MeasuredRunException("there is no catalogue of measured runs here");
        },
        (audit, namespace, otherBytes) -> {
          throw new AccessLogException("audit logs cannot be read here");
        });
  }
}
