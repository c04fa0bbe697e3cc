// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.TaskID;
import org.athanor.engine.execution.FinishedTask;
import org.athanor.engine.execution.JobJournal;
import org.athanor.engine.execution.JobPast;

/** What masters note for the next one, each until it ends. Thread-safe. */
final class MasterNotes {
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

  synchronized Commit commit() {
    return commit;
  }

  /** Returns what the master must know that begins now. */
  synchronized JobPast past() {
    return new JobPast(masters, commit == Commit.BEGUN, List.copyOf(finished.values()));
  }

  /** The master has ended: it notes nothing more. */
  synchronized void nextMaster() {
    masters++;
  }

  /** Returns the journal of the master that begins now. */
  synchronized JobJournal journal() {
    return new Journal(masters);
  }

  private synchronized void note(int master, Runnable what) {
    if (master == masters) {
      what.run();
    }
  }

  private synchronized void finished(FinishedTask task) {
    finished.put(task.attempt().getTaskID(), task);
  }

  private synchronized void commit(Commit now) {
    commit = now;
  }

  private final class Journal implements JobJournal {
    private final int master;

    Journal(int master) {
      this.master = master;
    }

    @Override
    public void succeeded(FinishedTask task) {
      note(master, () -> finished(task));
    }

    @Override
    public void commitBegins(boolean repeatable) {
      note(master, () -> commit(Commit.BEGUN));
    }

    @Override
    public void commitEnded(boolean succeeded) {
      note(master, () -> commit(succeeded ? Commit.SUCCEEDED : Commit.FAILED));
    }

    @Override
    public void close() {}
  }
}
