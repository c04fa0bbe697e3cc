// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.TaskID;
import org.athanor.engine.execution.FinishedTask;
import org.athanor.engine.execution.JobJournal;
import org.athanor.engine.execution.JobPast;

/** What masters note for the next one. Thread-safe. */
final class MasterNotes implements JobJournal {
  @GuardedBy("this")
  private final Map<TaskID, FinishedTask> finished = new LinkedHashMap<>();

  @GuardedBy("this")
  private int masters = 1;

  @GuardedBy("this")
  private Commit commit = Commit.NONE;

  /** What is known of the job's commit. */
  enum Commit {
    NONE,
    BEGUN,
    SUCCEEDED,
    FAILED
  }

  @Override
  public synchronized void succeeded(FinishedTask task) {
    finished.put(task.attempt().getTaskID(), task);
  }

  @Override
  public synchronized void commitBegins(boolean repeatable) {
    commit = Commit.BEGUN;
  }

  @Override
  public synchronized void commitEnded(boolean succeeded) {
    commit = succeeded ? Commit.SUCCEEDED : Commit.FAILED;
  }

  @Override
  public void close() {}

  synchronized Commit commit() {
    return commit;
  }

  /** Returns what the next master must know. */
  synchronized JobPast past() {
    List<FinishedTask> known = new ArrayList<>(finished.values());
    return new JobPast(masters, commit == Commit.BEGUN, known);
  }

  synchronized void nextMaster() {
    masters++;
  }
}
