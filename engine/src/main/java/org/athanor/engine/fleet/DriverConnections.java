// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of the session's driver to this process, its master. A driver whose connection
 * has ended may connect again; what it does not know the answer to, it submits again, and gets the
 * same answer. A driver that stays away is lost. Thread-safe.
 */
public final class DriverConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DriverConnections.class);

  private static final int SUBMITTERS = 4;
  private static final int IDLE_SECONDS = 10;

  /** How many answers are kept for a driver that asks again. */
  private static final int MAX_ANSWERS = 1000;

  private final Submissions submissions;
  private final Listener listener;
  private final Duration patience;
  private final ThreadPoolExecutor submitters;
  private final ScheduledThreadPoolExecutor timer;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Set<Connection> connections = new HashSet<>();

  @GuardedBy("lock")
  private final Map<JobID, Answer> answers = new LinkedHashMap<>();

  @GuardedBy("lock")
  private int changes; // how often the first connection came or the last one ended

  @GuardedBy("lock")
  private boolean isGone; // the listener was told

  /** Takes what the driver wants, on threads of its own, which may block. */
  public interface Submissions {
    /**
     * Takes a job.
     *
     * @throws IOException if the job cannot be taken, and does not exist; the driver is told why
     */
    void submit(JobSubmission job) throws IOException, InterruptedException;

    /** Sets a job's priority; ignores jobs that have ended or are unknown. */
    void setPriority(JobID job, JobPriority priority);

    /**
     * Returns what the reducers of a job have seen, by the index of the reduce; of a bounded number
     * of reduces, and of none if the job is unknown.
     */
    Map<Integer, ReduceLoad.Shape> shapes(JobID job);
  }

  /** Is told once that there is no driver any more, by one of the two calls, on any thread. */
  public interface Listener {
    /** The driver has said that it needs nothing any more. */
    void goodbye();

    /**
     * There was no connection of the driver for too long.
     *
     * @param reason one line
     */
    void driverLost(String reason);

    /**
     * Returns whether a driver that looks for this master can find it. As long as not, there is no
     * end of patience.
     */
    default boolean canBeFound() {
      return true;
    }
  }

  /** The answer to a submission. Guarded by the lock. */
  private static final class Answer {
    private ToDriver message; // null until it is known
    private final Set<Connection> waiting = new HashSet<>();
  }

  /**
   * @param patience without a driver's connection until the driver counts as lost; also before the
   *     first one, from {@link #begin}
   */
  public DriverConnections(Submissions submissions, Listener listener, Duration patience) {
    this.submissions = submissions;
    this.listener = listener;
    this.patience = patience;
    AtomicInteger started = new AtomicInteger();
    this.submitters =
        new ThreadPoolExecutor(
            SUBMITTERS,
            SUBMITTERS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> new DaemonThread(work, "athanor-submit-" + started.getAndIncrement()));
    submitters.allowCoreThreadTimeOut(true);
    this.timer =
        new ScheduledThreadPoolExecutor(1, work -> new DaemonThread(work, "athanor-patience"));
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Begins to wait for the driver, unless it is here already. */
  public void begin() {
    synchronized (lock) {
      if (connections.isEmpty()) {
        beginToWait();
      }
    }
  }

  /** Returns the handler of one connection that a driver has opened. */
  public FrameHandler accepted() {
    return new Handler();
  }

  @GuardedBy("lock")
  private void beginToWait() {
    int change = ++changes;
    if (!timer.isShutdown() && !isGone) {
      @SuppressWarnings({"unused", "FutureReturnValueIgnored"}) // It looks whether it is needed.
      Object unused =
          timer.schedule(() -> checkAfter(change), patience.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void checkAfter(int change) {
    boolean canBeFound = listener.canBeFound();
    synchronized (lock) {
      if (isGone || change != changes) {
        return;
      }
      if (!canBeFound) {
        beginToWait();
        return;
      }
      isGone = true;
    }
    listener.driverLost("the driver has not been connected for " + patience.toSeconds() + " s");
  }

  private void greeted(Connection connection) {
    synchronized (lock) {
      if (connections.isEmpty()) {
        changes++;
      }
      connections.add(connection);
    }
  }

  private void closed(Connection connection) {
    synchronized (lock) {
      answers.values().forEach(answer -> answer.waiting.remove(connection));
      if (connections.remove(connection) && connections.isEmpty()) {
        beginToWait();
      }
    }
  }

  private void goodbye() {
    synchronized (lock) {
      if (isGone) {
        return;
      }
      isGone = true;
    }
    listener.goodbye();
  }

  private void submit(JobSubmission job, Connection connection) {
    ToDriver known;
    synchronized (lock) {
      Answer answer = answers.get(job.id());
      if (answer == null) {
        answer = new Answer();
        answers.put(job.id(), answer);
        forgetOldest();
        submitters.execute(() -> submit(job));
      }
      known = answer.message;
      if (known == null) {
        answer.waiting.add(connection);
      }
    }
    if (known != null) {
      connection.send(known.toFrame());
    }
  }

  @GuardedBy("lock")
  private void forgetOldest() {
    if (answers.size() > MAX_ANSWERS) {
      answers.values().stream()
          .filter(answer -> answer.message != null)
          .findFirst()
          .ifPresent(oldest -> answers.values().remove(oldest));
    }
  }

  private void submit(JobSubmission job) {
    ToDriver message;
    try {
      submissions.submit(job);
      message = new ToDriver.Submitted(job.id());
    } catch (IOException e) {
      LOG.warn("{} is refused: {}", job.id(), e.getMessage());
      message = new ToDriver.Refused(job.id(), lineOf(e));
    } catch (InterruptedException e) {
      message = new ToDriver.Refused(job.id(), "the session ends");
    } catch (RuntimeException | Error e) {
      Failure failure = Failure.of(e);
      LOG.warn("{} is refused: {}", job.id(), failure.trace());
      message = new ToDriver.Refused(job.id(), failure.line());
    }
    List<Connection> waiting;
    synchronized (lock) {
      Answer answer = answers.get(job.id());
      answer.message = message;
      waiting = List.copyOf(answer.waiting);
      answer.waiting.clear();
    }
    for (Connection connection : waiting) {
      connection.send(message.toFrame());
    }
  }

  /** The engine's own exceptions say what is wrong; others are described with their type. */
  private static String lineOf(IOException e) {
    String message = e.getMessage();
    return e.getClass() == IOException.class && message != null
        ? message.lines().findFirst().orElse("")
        : Failure.of(e).line();
  }

  /** Waits for the driver no longer, and takes no more jobs. Later calls do nothing. */
  @Override
  public void close() {
    timer.shutdownNow();
    submitters.shutdownNow();
    List<Connection> open;
    synchronized (lock) {
      isGone = true;
      open = List.copyOf(connections);
    }
    open.forEach(Connection::close);
  }

  /** One connection. */
  private final class Handler implements FrameHandler {
    private boolean isGreeted; // the connection's thread only

    @Override
    public void opened(Connection connection) {}

    @Override
    public void received(Connection connection, Frame frame) {
      try {
        if (!(Message.of(frame) instanceof FromDriver message)) {
          throw new IOException("it has sent what a driver does not send");
        }
        take(connection, message);
      } catch (IOException e) {
        LOG.warn("driver {} is disconnected: {}", connection.peer(), e.getMessage());
        connection.close();
      }
    }

    private void take(Connection connection, FromDriver message) throws IOException {
      if (message instanceof FromDriver.Hello hello) {
        if (hello.version() != Message.VERSION) {
          throw new IOException(
              "its messages have version " + hello.version() + ", not " + Message.VERSION);
        }
        isGreeted = true;
        greeted(connection);
      } else if (!isGreeted) {
        throw new IOException("its first message is " + message.type());
      } else if (message instanceof FromDriver.Submit submit) {
        submit(submit.submission(), connection);
      } else if (message instanceof FromDriver.SetPriority set) {
        submitters.execute(() -> submissions.setPriority(set.job(), set.priority()));
      } else if (message instanceof FromDriver.AskShapes ask) {
        submitters.execute(
            () ->
                connection.send(
                    new ToDriver.Shapes(ask.job(), submissions.shapes(ask.job())).toFrame()));
      } else if (message instanceof FromDriver.Goodbye) {
        goodbye();
      }
    }

    @Override
    public void closed(Connection connection, String reason) {
      DriverConnections.this.closed(connection);
    }
  }
}
