// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.athanor.engine.EmbeddedEngine;
import org.athanor.engine.job.JobView;
import org.athanor.engine.yarn.YarnEngines;

/**
 * The jobs that this JVM has submitted. Apart from the command, whose methods are loaded with the
 * classes of their parameters for each command of the program. Thread-safe.
 */
public final class JobsOfJvm implements JobSource {
  /** Returns the jobs of this JVM, wherever they run. */
  @Override
  public Collection<JobView> jobs() {
    List<JobView> jobs = new ArrayList<>(EmbeddedEngine.get().jobs());
    jobs.addAll(YarnEngines.jobs());
    return jobs;
  }

  /** Returns whether a job runs in this JVM itself. */
  public boolean anyRunsHere() {
    return EmbeddedEngine.get().jobs().stream().anyMatch(job -> job.finishTime() == 0);
  }
}
