// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.driver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.protocol.FromDriver;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.protocol.ToDriver;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.thread.DaemonThread;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.engine.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to the session's master, and submits jobs over it. If the connection ends, the
 * daemon thread {@code athanor-driver} makes another one, for a while. Thread-safe.
 */
public final class MasterConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MasterConnection.class);

  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 3000;

  /** How long {@link #close} waits until the master was told. */
  private static final long GOODBYE_MILLIS = 2000;

  private final Transport transport;
  private final Locator locator;
  private final Duration patience;
  private final Listener listener;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<JobID, Submission> submissions = new LinkedHashMap<>();

  @GuardedBy("lock")
  private final Map<JobID, Question> questions = new HashMap<>();

  @GuardedBy("lock")
  private Connection connection; // null if none is open

  @GuardedBy("lock")
  private boolean isConnecting;

  @GuardedBy("lock")
  private boolean wasConnected;

  @GuardedBy("lock")
  private String lastFailure; // null before the first one

  @GuardedBy("lock")
  private String gone; // why no connection is made any more; null if one is

  /** Finds the master. */
  @FunctionalInterface
  public interface Locator {
    /**
     * Returns where the master is reached now, a resolved address; may block.
     *
     * @throws MasterGoneException if it is to be given up
     * @throws IOException if it cannot be found now; it is looked for again
     */
    InetSocketAddress locate() throws IOException;
  }

  /** Is told when the master is given up, on any thread. */
  @FunctionalInterface
  public interface Listener {
    /**
     * @param reason one line
     */
    void lost(String reason);
  }

  /** A submission that waits for its answer. Guarded by the lock. */
  private static final class Submission {
    private final Frame frame;
    private ToDriver answer; // null until it has come

    Submission(Frame frame) {
      this.frame = frame;
    }
  }

  /**
   * A question for what reducers have seen, until it is answered or its connection has ended.
   * Threads that ask for the same job share it. Guarded by the lock.
   */
  private static final class Question {
    private final Connection asked;
    private ToDriver.Shapes answer; // null until it has come

    Question(Connection asked) {
      this.asked = asked;
    }
  }

  /**
   * @param patience without a connection until the master is given up
   */
  public MasterConnection(
      Transport transport, Locator locator, Duration patience, Listener listener) {
    this.transport = transport;
    this.locator = locator;
    this.patience = patience;
    this.listener = listener;
  }

  /** Begins to connect; called once. */
  public void begin() {
    new DaemonThread(this::keepConnected, "athanor-driver").start();
  }

  /** Returns whether there is a connection. */
  public boolean isConnected() {
    synchronized (lock) {
      return connection != null;
    }
  }

  /**
   * Submits a job, and waits until the master has taken it. It is submitted over another connection
   * if the first one ends meanwhile, but not twice.
   *
   * @throws IOException if the master refuses the job, has not answered in time or is gone; the
   *     message is one line
   */
  public void submit(JobSubmission job, Duration timeout) throws IOException, InterruptedException {
    Submission submission = new Submission(frameOf(job));
    synchronized (lock) {
      if (gone == null) {
        submissions.put(job.id(), submission);
        send(submission.frame);
      }
      try {
        awaitAnswer(submission, timeout);
      } finally {
        submissions.remove(job.id());
      }
      check(job, submission, timeout);
    }
  }

  private static Frame frameOf(JobSubmission job) throws IOException {
    try {
      return new FromDriver.Submit(job).toFrame();
    } catch (IllegalArgumentException e) {
      throw new IOException(job.id() + " has too large credentials: " + e.getMessage(), e);
    }
  }

  @GuardedBy("lock")
  private void awaitAnswer(Submission submission, Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    for (long left = timeout.toNanos();
        submission.answer == null && gone == null && left > 0;
        left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(lock, left);
    }
  }

  @GuardedBy("lock")
  private void check(JobSubmission job, Submission submission, Duration timeout)
      throws IOException {
    if (submission.answer instanceof ToDriver.Refused refused) {
      throw new IOException(refused.reason());
    }
    if (submission.answer == null) {
      throw new IOException(
          job.id()
              + " could not be submitted: "
              + (gone != null
                  ? gone
                  : "the session's master has not answered for "
                      + timeout.toSeconds()
                      + " s"
                      + (connection == null ? "; " + lastFailure() : "")));
    }
  }

  /** Sets the priority of a job; does nothing if there is no connection. */
  public void setPriority(JobID job, JobPriority priority) {
    synchronized (lock) {
      send(new FromDriver.SetPriority(job, priority).toFrame());
    }
  }

  /**
   * Returns what the reducers of a job have seen, by the index of the reduce. There is nothing, or
   * something of some reduces, if the master does not know, has no connection, or has not answered
   * in time.
   */
  public Map<Integer, ReduceLoad.Shape> shapes(JobID job, Duration timeout)
      throws InterruptedException {
    synchronized (lock) {
      if (connection == null) {
        return Map.of();
      }
      Question question = question(job, connection);
      long end = System.nanoTime() + timeout.toNanos();
      for (long left = timeout.toNanos();
          question.answer == null && question.asked.equals(connection) && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
      return question.answer == null ? Map.of() : question.answer.shapes();
    }
  }

  /** Returns the question that is open for a job, or asks it. */
  @GuardedBy("lock")
  private Question question(JobID job, Connection over) {
    Question open = questions.get(job);
    if (open == null || !open.asked.equals(over)) {
      open = new Question(over);
      questions.put(job, open);
      over.send(new FromDriver.AskShapes(job).toFrame());
    }
    return open;
  }

  @GuardedBy("lock")
  private void send(Frame frame) {
    if (connection != null) {
      connection.send(frame);
    }
  }

  // Connecting

  private void keepConnected() {
    try {
      while (true) {
        if (!connectInTime()) {
          return;
        }
        awaitEnd();
      }
    } catch (InterruptedException e) {
      giveUp("interrupted");
    }
  }

  /** Connects, in several tries; returns false if the master is given up. */
  private boolean connectInTime() throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    long pause = FIRST_PAUSE_MILLIS;
    while (!isGone()) {
      if (connect()) {
        return true;
      }
      if (System.nanoTime() - end > 0) {
        giveUp(
            "the session's master has not been reached for "
                + patience.toSeconds()
                + " s: "
                + lastFailure());
        return false;
      }
      pause(pause);
      pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
    }
    return false;
  }

  private boolean connect() throws InterruptedException {
    InetSocketAddress master;
    try {
      master = locator.locate();
    } catch (MasterGoneException e) {
      giveUp(e.getMessage() + whyNeverConnected());
      return false;
    } catch (IOException | RuntimeException e) {
      failed(Failure.of(e).line());
      return false;
    }
    synchronized (lock) {
      if (gone != null) {
        return false;
      }
      isConnecting = true;
    }
    transport.connect(master, new Handler());
    synchronized (lock) {
      while (isConnecting && gone == null) {
        lock.wait();
      }
      return connection != null;
    }
  }

  private void awaitEnd() throws InterruptedException {
    synchronized (lock) {
      while (connection != null && gone == null) {
        lock.wait();
      }
    }
  }

  private void pause(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (lock) {
      for (long left = end - System.nanoTime();
          gone == null && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
    }
  }

  private void failed(String reason) {
    synchronized (lock) {
      lastFailure = reason;
    }
  }

  private String lastFailure() {
    synchronized (lock) {
      return lastFailure == null ? "it has not been reached yet" : lastFailure;
    }
  }

  /** The master may have ended because this driver never came. */
  private String whyNeverConnected() {
    synchronized (lock) {
      return wasConnected || lastFailure == null
          ? ""
          : "; this process could not connect to it: " + lastFailure;
    }
  }

  private boolean isGone() {
    synchronized (lock) {
      return gone != null;
    }
  }

  private void giveUp(String reason) {
    synchronized (lock) {
      if (gone != null) {
        return;
      }
      gone = reason;
      lock.notifyAll();
    }
    listener.lost(reason);
  }

  /**
   * Tells the master that this driver needs nothing any more, and ends the connection; waits a
   * moment until that was sent. The listener is not told. Later calls do nothing.
   */
  @Override
  public void close() {
    synchronized (lock) {
      if (gone != null) {
        return;
      }
      gone = "this process has closed its connection to the session's master";
      lock.notifyAll();
      if (connection == null) {
        return;
      }
      Connection last = connection;
      last.send(new FromDriver.Goodbye().toFrame(), last::close);
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GOODBYE_MILLIS);
      try {
        for (long left = end - System.nanoTime();
            connection != null && left > 0;
            left = end - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(lock, left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** One connection. */
  private final class Handler implements FrameHandler {
    @Override
    public void opened(Connection opened) {
      synchronized (lock) {
        isConnecting = false;
        if (gone != null) {
          opened.close();
          return;
        }
        connection = opened;
        wasConnected = true;
        send(new FromDriver.Hello(Message.VERSION).toFrame());
        submissions.values().forEach(waiting -> opened.send(waiting.frame));
        lock.notifyAll();
      }
    }

    @Override
    public void received(Connection sender, Frame frame) {
      try {
        if (!(Message.of(frame) instanceof ToDriver answer)) {
          throw new IOException("what a master does not send: type " + frame.type());
        }
        answered(sender, answer);
      } catch (IOException e) {
        LOG.warn("{} is disconnected: {}", sender.peer(), e.getMessage());
        sender.close();
      }
    }

    private void answered(Connection sender, ToDriver answer) {
      synchronized (lock) {
        if (answer instanceof ToDriver.Shapes shapes) {
          answered(sender, shapes);
          return;
        }
        Submission submission = submissions.get(answer.job());
        if (submission != null) {
          submission.answer = answer;
          lock.notifyAll();
        }
      }
    }

    @GuardedBy("lock")
    private void answered(Connection sender, ToDriver.Shapes shapes) {
      Question question = questions.get(shapes.job());
      if (question != null && question.asked.equals(sender)) {
        question.answer = shapes;
        questions.remove(shapes.job());
        lock.notifyAll();
      }
    }

    @Override
    public void closed(Connection ended, String reason) {
      synchronized (lock) {
        isConnecting = false;
        lastFailure = reason;
        questions.values().removeIf(question -> question.asked.equals(ended));
        if (ended.equals(connection)) {
          LOG.debug("the connection to the session's master has ended: {}", reason);
          connection = null;
        }
        lock.notifyAll();
      }
    }
  }
}
