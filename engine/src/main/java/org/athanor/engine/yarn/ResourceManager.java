// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * What clients ask a ResourceManager for. Each method may throw an {@link IOException} whose
 * message is one line. Unless said otherwise, one that is down is waited for as by Hadoop's job
 * clients. Thread-safe.
 */
interface ResourceManager {
  /** An identifier that nobody else gets, and the largest container that is allowed. */
  record NewApplication(ApplicationId id, Resource largestContainer) {}

  NewApplication newApplication() throws IOException;

  /** Returns once the application has been accepted. */
  void submit(ApplicationSubmissionContext application) throws IOException;

  /** Returns the state of an application; empty if it is not known. */
  Optional<ApplicationReport> report(ApplicationId application) throws IOException;

  /**
   * Returns the state of an application as {@link #report} does, for callers who can do without it:
   * fails after half a minute if the ResourceManager is down, and within two minutes if its host
   * does not even refuse connections.
   */
  Optional<ApplicationReport> reportNow(ApplicationId application) throws IOException;

  /** Returns whether the container of an accepted application's master has been started. */
  boolean isMasterLaunched(ApplicationReport application) throws IOException;

  /** Returns the nodes that run. */
  List<NodeReport> nodes() throws IOException;

  /** Ends an application; waits for a ResourceManager as {@link #reportNow} does. */
  void kill(ApplicationId application) throws IOException;
}
