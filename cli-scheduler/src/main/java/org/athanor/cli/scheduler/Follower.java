// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.PrintStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/** Tells what changes in a run, a line for each change that users care about. One thread. */
final class Follower {
  private final PrintStream out;
  private final Map<String, JobState> told = new HashMap<>();

  Follower(PrintStream out) {
    this.out = out;
  }

  void show(RunState run) {
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      JobState before = told.put(spec.name(), job);
      boolean same =
          before != null
              && before.phase() == job.phase()
              && before.attempt().number() == job.attempt().number()
              && before.message().equals(job.message());
      if (!same && isTold(job.phase())) {
        String where =
            job.phase() == Phase.RUNNING || job.phase() == Phase.CHECKING
                ? " on " + job.attempt().cluster() + ", attempt " + job.attempt().number()
                : "";
        String why = job.message().isEmpty() ? "" : ": " + job.message();
        out.println(
            Texts.time(Instant.now())
                + "  "
                + spec.name()
                + "  "
                + Texts.word(job.phase())
                + where
                + why);
      }
    }
  }

  private static boolean isTold(Phase phase) {
    return phase.isFinal()
        || phase == Phase.RUNNING
        || phase == Phase.CHECKING
        || phase == Phase.BACKING_OFF;
  }
}
