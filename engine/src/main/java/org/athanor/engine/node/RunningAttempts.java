// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.athanor.engine.protocol.AttemptProgress;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.task.AttemptReport;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;

/**
 * The attempts of one job that were launched here and have not ended, and what the master was told
 * of their progress. For each attempt, at most one message about its progress waits to be sent.
 * Thread-safe.
 */
final class RunningAttempts {
  private final Connection master;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<TaskAttemptID, Attempt> attempts = new LinkedHashMap<>();

  /** One attempt. Guarded by the lock, except the report, which is thread-safe. */
  private static final class Attempt {
    private final TaskAttemptID id;
    private final AttemptReport report;
    private boolean begun;
    private boolean mustEnd; // the master was told so
    private byte[] told; // the last message about its progress, null if there was none
    private boolean isBeingSent;

    Attempt(TaskAttemptID id, AttemptReport report) {
      this.id = id;
      this.report = report;
    }
  }

  RunningAttempts(Connection master) {
    this.master = master;
  }

  /**
   * Launches an attempt. If it begins or ends at once, those who ask here for it wait until it is
   * known.
   */
  void launch(TaskAttemptID id, Supplier<AttemptReport> launch) {
    synchronized (lock) {
      attempts.put(id, new Attempt(id, launch.get()));
    }
  }

  void started(TaskAttemptID id) {
    synchronized (lock) {
      Attempt attempt = attempts.get(id);
      if (attempt != null) {
        attempt.begun = true;
      }
    }
  }

  /** Notes that an attempt must end; returns false if that is known, or it has ended. */
  boolean mustEnd(TaskAttemptID id) {
    synchronized (lock) {
      Attempt attempt = attempts.get(id);
      if (attempt == null || attempt.mustEnd) {
        return false;
      }
      attempt.mustEnd = true;
      return true;
    }
  }

  /** Forgets an attempt that has ended, and returns its last state; empty if it is not known. */
  Optional<AttemptProgress> ended(TaskAttemptID id) {
    return forgotten(id).map(RunningAttempts::progress);
  }

  /**
   * Forgets an attempt that has succeeded, and returns what the master is told; as {@link #ended}.
   */
  Optional<FromWorker> succeeded(TaskAttemptID id) {
    return forgotten(id)
        .map(report -> new FromWorker.Succeeded(id, progress(report), report.shape()));
  }

  private Optional<AttemptReport> forgotten(TaskAttemptID id) {
    synchronized (lock) {
      return Optional.ofNullable(attempts.remove(id)).map(attempt -> attempt.report);
    }
  }

  private static AttemptProgress progress(AttemptReport report) {
    return new AttemptProgress(
        report.counters(),
        report.phase(),
        report.lastProgress(),
        report.status(),
        report.shuffleFinishTime(),
        report.sortFinishTime());
  }

  /** Tells the master of the progress of those that run, where it has changed. */
  void tellProgress() {
    for (Attempt attempt : begun()) {
      tellProgress(attempt);
    }
  }

  private List<Attempt> begun() {
    synchronized (lock) {
      return attempts.values().stream()
          .filter(attempt -> attempt.begun && !attempt.isBeingSent)
          .toList();
    }
  }

  private void tellProgress(Attempt attempt) {
    Frame frame = new FromWorker.Progress(attempt.id, progress(attempt.report)).toFrame();
    synchronized (lock) {
      if (attempts.get(attempt.id) != attempt || Arrays.equals(frame.head(), attempt.told)) {
        return;
      }
      attempt.told = frame.head();
      attempt.isBeingSent = true;
    }
    master.send(frame, () -> sent(attempt));
  }

  private void sent(Attempt attempt) {
    synchronized (lock) {
      attempt.isBeingSent = false;
    }
  }
}
