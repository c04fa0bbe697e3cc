// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.util.Collection;
import java.util.List;
import org.athanor.engine.job.JobView;

/** What the command asks of the engine in its JVM. */
final class EngineJobs {
  private EngineJobs() {}

  /** Jobs of the embedded engine; none as long as no job has started it. */
  static Collection<JobView> jobs() {
    return List.of();
  }

  /** The configuration keys that the engine knows; empty if it does not say. */
  static Collection<String> knownKeys() {
    return List.of();
  }
}
