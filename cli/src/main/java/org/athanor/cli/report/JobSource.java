// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.Collection;
import org.athanor.engine.job.JobView;

/** Lists the jobs of this JVM. Thread-safe; must not start an engine. */
@FunctionalInterface
public interface JobSource {
  /** Jobs of this JVM, oldest first; none before the first submission. */
  Collection<JobView> jobs();
}
