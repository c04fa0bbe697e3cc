// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.WorkflowTree;

/**
 * Why a run must not begin, or go on, here and now: {@link Admission}, pools, and runs that nobody
 * works on. Thread of work only.
 */
final class Refusals {
  private final Scheduler.Settings settings;
  private final Predicate<String> isFileSystem;
  private final Journal journal;
  private final OutputConflicts conflicts;
  private final LeftAloneRuns leftAlone;
  private final Predicate<String> isWorkedOn;

  /**
   * Makes it.
   *
   * @param isFileSystem whether a URI names the clusters' file system
   * @param isWorkedOn whether this scheduler works on a run
   */
  Refusals(
      Scheduler.Settings settings,
      Predicate<String> isFileSystem,
      Journal journal,
      OutputConflicts conflicts,
      LeftAloneRuns leftAlone,
      Predicate<String> isWorkedOn) {
    this.settings = settings;
    this.isFileSystem = isFileSystem;
    this.journal = journal;
    this.conflicts = conflicts;
    this.leftAlone = leftAlone;
    this.isWorkedOn = isWorkedOn;
  }

  /**
   * Checks that this scheduler may work on a run.
   *
   * @throws IOException with a message for the user if it must not
   */
  void check(String run) throws IOException {
    Optional<String> alone = leftAlone.reason(run);
    if (alone.isPresent()) {
      throw new IOException(alone.get());
    }
    if (!settings.takes(run)) {
      throw new IOException(
          "run "
              + run
              + ": run "
              + settings.only().orElseThrow()
              + " is worked on; wait for its end, or let athanor schedule serve work on all runs");
    }
  }

  /**
   * Checks that a workflow may run.
   *
   * @throws IOException with a message for the user if it must not
   */
  void check(WorkflowTree tree) throws IOException {
    List<String> problems = of(tree);
    if (!problems.isEmpty()) {
      throw new IOException(String.join("\n", problems));
    }
  }

  /** Why a workflow must not run; empty if it may. */
  List<String> of(WorkflowTree tree) throws IOException {
    List<String> problems = new ArrayList<>(Admission.problems(tree.jobs(), settings.shell()));
    problems.addAll(Admission.fileSystems(tree.jobs(), isFileSystem));
    for (JobSpec job : tree.jobs()) {
      settings
          .pools()
          .problem(job.job().rules().pool())
          .ifPresent(why -> problems.add("job " + job.name() + ": " + why));
    }
    for (String other : journal.active()) {
      if (!isWorkedOn.test(other)) {
        conflict(tree, other).ifPresent(problems::add);
      }
    }
    return problems;
  }

  /** Where a run that nobody works on writes too: its jobs may still do so, and nothing ends it. */
  private Optional<String> conflict(WorkflowTree tree, String other) {
    try {
      return conflicts
          .conflict(tree.jobs(), StoredRuns.load(journal, other).spec())
          .map(
              path ->
                  "output "
                      + path
                      + ": run "
                      + other
                      + " writes there, has not ended, and is not worked on; athanor schedule retry"
                      + " or kill it first"
                      + (leftAlone.reason(other).isPresent() ? ", with --force" : ""));
    } catch (IOException unreadable) {
      return Optional.empty(); // nobody can tell any more where it writes; that was said
    }
  }
}
