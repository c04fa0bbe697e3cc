// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.io.IOException;

/** Is told what another process must know to go on with a job if this process ends. Thread-safe. */
public interface JobJournal extends AutoCloseable {
  /** For a job that nobody can go on with. */
  JobJournal NONE =
      new JobJournal() {
        @Override
        public void succeeded(FinishedTask task) {}

        @Override
        public void commitBegins(boolean repeatable) {}

        @Override
        public void commitEnded(boolean succeeded) {}

        @Override
        public void close() {}
      };

  /**
   * A task has succeeded whose output the committer has, as that of reduces. Does not block, and
   * may be lost: then the task runs again.
   */
  void succeeded(FinishedTask task);

  /**
   * The job's output is about to be committed. Returns when that is recorded for certain.
   *
   * @param repeatable whether the output may be committed although that was begun before
   * @throws CommitBegunException if it may not, and another master has begun
   * @throws IOException if it cannot be recorded, or must not begin
   */
  void commitBegins(boolean repeatable) throws IOException;

  /**
   * The commit has ended. Returns when that is recorded for certain.
   *
   * @throws IOException if it cannot be recorded
   */
  void commitEnded(boolean succeeded) throws IOException;

  /** No task succeeds any more. */
  @Override
  void close();
}
