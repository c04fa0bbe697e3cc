// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.ToWorker;

/**
 * Asks the master whether attempts may commit. A permission holds only for a while, counted from
 * the question, so that the master can know when an attempt that it does not hear of any more
 * cannot begin to commit. It does not hold if the attempt was told to stop, or if the master is
 * gone. Thread-safe.
 */
final class CommitQuestions {
  private final Consumer<FromWorker> master;
  private final long leaseNanos;
  private final LongSupplier clock;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Integer, Question> open = new HashMap<>();

  @GuardedBy("lock")
  private int asked;

  @GuardedBy("lock")
  private boolean closed;

  /** A question that an attempt's thread waits for. Guarded by the lock. */
  private static final class Question {
    private final TaskAttemptID attempt;
    private final int number;
    private boolean answered;
    private boolean granted;

    Question(TaskAttemptID attempt, int number) {
      this.attempt = attempt;
      this.number = number;
    }
  }

  /**
   * @param lease how long a permission holds
   * @param clock nanoseconds, as {@link System#nanoTime}
   */
  CommitQuestions(Consumer<FromWorker> master, Duration lease, LongSupplier clock) {
    this.master = master;
    this.leaseNanos = lease.toNanos();
    this.clock = clock;
  }

  /**
   * Asks, and waits for the answer, at most for the lease. Returns whether the attempt may commit
   * now. If the thread is interrupted, it may not, and the thread stays interrupted.
   */
  boolean mayCommit(TaskAttemptID attempt) {
    long begin = clock.getAsLong();
    Question question;
    synchronized (lock) {
      if (closed) {
        return false;
      }
      question = new Question(attempt, ++asked);
      open.put(question.number, question);
    }
    master.accept(new FromWorker.CommitAsked(attempt, question.number));
    synchronized (lock) {
      try {
        awaitAnswer(question, begin);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } finally {
        open.remove(question.number);
      }
      // The thread may have been held up since the answer came.
      return question.granted && !closed && clock.getAsLong() - begin <= leaseNanos;
    }
  }

  @GuardedBy("lock")
  private void awaitAnswer(Question question, long begin) throws InterruptedException {
    while (!question.answered && !closed) {
      long left = leaseNanos - (clock.getAsLong() - begin);
      if (left <= 0) {
        return;
      }
      TimeUnit.NANOSECONDS.timedWait(lock, left);
    }
  }

  /** The master has answered. */
  void answered(ToWorker.CommitAnswer answer) {
    synchronized (lock) {
      Question question = open.get(answer.question());
      if (question != null && !question.answered && question.attempt.equals(answer.attempt())) {
        question.answered = true;
        question.granted = answer.granted();
        lock.notifyAll();
      }
    }
  }

  /** An attempt was told to stop: if it waits for an answer, it may not commit. */
  void stop(TaskAttemptID attempt) {
    synchronized (lock) {
      for (Question question : open.values()) {
        if (question.attempt.equals(attempt)) {
          question.answered = true;
          question.granted = false;
        }
      }
      lock.notifyAll();
    }
  }

  /** No attempt may commit any more. */
  void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }
}
