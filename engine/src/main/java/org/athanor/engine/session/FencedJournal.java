// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.athanor.engine.execution.CommitBegunException;
import org.athanor.engine.execution.FinishedTask;
import org.athanor.engine.execution.JobJournal;
import org.athanor.engine.fleet.CommitGate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job's journal that lets the commit of the job begin only when the gate is open. */
final class FencedJournal implements JobJournal {
  private static final Logger LOG = LoggerFactory.getLogger(FencedJournal.class);

  private final JobJournal journal;
  private final CommitGate gate;

  FencedJournal(JobJournal journal, CommitGate gate) {
    this.journal = journal;
    this.gate = gate;
  }

  @Override
  public void succeeded(FinishedTask task) {
    journal.succeeded(task);
  }

  /**
   * {@inheritDoc} Waits for the gate. If another master has begun the commit, waits for the proof
   * that this one was not replaced: else this process is ended meanwhile, and touches nothing.
   */
  @Override
  public void commitBegins(boolean repeatable) throws IOException {
    try {
      if (!gate.isOpen()) {
        LOG.warn("a commit waits until the ResourceManager has confirmed this ApplicationMaster");
      }
      gate.awaitOpen();
      try {
        journal.commitBegins(repeatable);
      } catch (CommitBegunException e) {
        awaitProof();
        throw e; // also if interrupted: the output may be the other master's
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before the commit began");
    }
  }

  private void awaitProof() {
    try {
      gate.awaitProof();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void commitEnded(boolean succeeded) throws IOException {
    journal.commitEnded(succeeded);
  }

  @Override
  public void close() {
    journal.close();
  }
}
