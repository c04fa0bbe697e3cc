// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;

/**
 * How far a session on YARN is, as the ResourceManager reports it. Immutable.
 *
 * @param id of its application
 * @param name of its first job
 * @param queue in which it runs
 * @param isRunning whether its ApplicationMaster has registered
 * @param waitsFor what the ResourceManager says about an application whose master has not
 *     registered, one line; may be empty
 * @param trackingUrl a page about it; empty if there is none
 * @param containers how many containers it has, that of its master included; -1 if that is unknown
 * @param workers how many Workers it asks for
 */
public record SessionState(
    String id,
    String name,
    String queue,
    boolean isRunning,
    String waitsFor,
    String trackingUrl,
    int containers,
    int workers) {
  private static final String NO_URL = "N/A";

  static SessionState of(ApplicationReport report, int workers) {
    boolean isRunning = report.getYarnApplicationState() == YarnApplicationState.RUNNING;
    return new SessionState(
        report.getApplicationId().toString(),
        Optional.ofNullable(report.getName()).orElse(""),
        Optional.ofNullable(report.getQueue()).orElse(""),
        isRunning,
        isRunning ? "" : Diagnostics.line(report.getDiagnostics()),
        url(report.getTrackingUrl()),
        containers(report.getApplicationResourceUsageReport()),
        workers);
  }

  private static String url(String reported) {
    return reported == null || reported.equals(NO_URL) ? "" : reported;
  }

  private static int containers(ApplicationResourceUsageReport usage) {
    return usage == null ? -1 : usage.getNumUsedContainers();
  }
}
