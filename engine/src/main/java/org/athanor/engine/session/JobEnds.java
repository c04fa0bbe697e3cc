// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.execution.EndNotification;
import org.athanor.engine.history.JobHistoryWriter;
import org.athanor.engine.job.JobView;
import org.athanor.engine.journal.EndedJob;
import org.athanor.engine.journal.SessionJournal;
import org.athanor.engine.thread.DaemonThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces the ends of jobs: calls the URL that a job names, and writes its history. The journal
 * keeps which ends were announced, so that the next master announces the others. An end may be
 * announced twice, if a master ends meanwhile. Thread-safe.
 */
final class JobEnds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobEnds.class);
  private static final int WAIT_SECONDS = 10;

  private final Optional<SessionJournal> journal;
  private final JobHistoryWriter history = new JobHistoryWriter();

  /** Threads {@code athanor-announce} that announce the ends of an earlier master's jobs. */
  @GuardedBy("this")
  private final List<Thread> late = new ArrayList<>();

  JobEnds(Optional<SessionJournal> journal) {
    this.journal = journal;
  }

  /** Keeps that a job has ended, and how. */
  void keep(JobView job, Optional<byte[]> jobXml) {
    journal.ifPresent(known -> known.ended(job, jobXml));
  }

  /** Keeps how a job of an earlier master has ended, and its configuration. */
  void keep(EndedJob job) {
    ByteArrayOutputStream jobXml = new ByteArrayOutputStream();
    try {
      job.configuration().writeXml(jobXml);
      keep(job, Optional.of(jobXml.toByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot be: the stream is in memory
    }
  }

  /**
   * Announces the end of a job. Returns when the URL was called; the history is written later.
   *
   * @param historyFile is told the file of the history, if there is one
   * @param done is run at last
   */
  void announce(JobView job, Optional<byte[]> jobXml, Consumer<String> historyFile, Runnable done) {
    EndNotification.send(job);
    JobID id = JobID.downgrade(job.id());
    history.writeLater(
        job,
        jobXml,
        historyFile,
        () -> {
          try {
            journal.ifPresent(known -> known.announced(id));
          } finally {
            done.run();
          }
        });
  }

  /** Announces the ends of jobs of an earlier master. Returns at once. */
  synchronized void announceLater(List<EndedJob> jobs) {
    if (!jobs.isEmpty()) {
      Thread thread = new DaemonThread(() -> announce(jobs), "athanor-announce");
      late.add(thread);
      thread.start();
    }
  }

  private void announce(List<EndedJob> jobs) {
    for (EndedJob job : jobs) {
      try {
        announce(
            job, Optional.empty(), file -> LOG.info("history of {}: {}", job.id(), file), () -> {});
      } catch (RuntimeException e) {
        LOG.warn("the end of {} is not announced: {}", job.id(), e.toString());
      }
    }
  }

  private synchronized List<Thread> late() {
    return List.copyOf(late);
  }

  /** Waits until everything that was begun is announced, but not for ever. */
  @Override
  public void close() {
    try {
      for (Thread thread : late()) {
        TimeUnit.SECONDS.timedJoin(thread, WAIT_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    history.close();
  }
}
