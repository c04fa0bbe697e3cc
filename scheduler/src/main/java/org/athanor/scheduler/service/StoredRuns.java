// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.NestedSpec;
import org.athanor.scheduler.run.NestedState;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;

/** Runs from the journal. */
public final class StoredRuns {
  private StoredRuns() {}

  /**
   * The state of a run.
   *
   * @throws IOException if there is no such run, or it cannot be read
   */
  public static RunState load(Journal journal, String id) throws IOException {
    Journal.Stored stored =
        journal
            .run(id)
            .orElseThrow(
                () ->
                    new IOException("run " + id + ": there is none; see athanor schedule status"));
    WorkflowTree tree =
        WorkflowTree.read(
            stored.submission().file(),
            stored.submission().parameters(),
            path -> {
              byte[] content = stored.submission().files().get(path);
              if (content == null) {
                throw new NoSuchFileException(path.toString());
              }
              return content;
            });
    if (!tree.problems().isEmpty()) {
      throw new IOException(
          "run " + id + ": its files cannot be read any more: " + tree.problems().get(0));
    }
    Map<String, JobState> jobs = new LinkedHashMap<>();
    for (JobSpec job : tree.jobs()) {
      JobState state = stored.jobs().get(job.name());
      if (state == null) {
        throw new IOException("run " + id + ": the journal has no job " + job.name());
      }
      jobs.put(job.name(), state);
    }
    Map<String, NestedState> nested = new LinkedHashMap<>();
    for (NestedSpec each : tree.nested()) {
      nested.put(each.name(), stored.nested().getOrDefault(each.name(), NestedState.NONE));
    }
    RunSpec spec = RunSpec.of(id, stored.submitted(), tree);
    return new RunState(spec, jobs, stored.killed(), stored.late(), stored.ended(), nested);
  }
}
