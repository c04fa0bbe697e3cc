// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.ReduceLoads;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.skew.ReduceLoad;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job of a session. The master tells its state. If the master ends, questions wait for the next
 * one. If YARN says that the application has ended, or does not know it, the job has failed, unless
 * this process has seen another end of it; and the master is not asked again. Thread-safe.
 */
final class SessionJob implements JobView {
  private static final Logger LOG = LoggerFactory.getLogger(SessionJob.class);

  /** After how long the log says that the master does not answer. */
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private static final int PAUSE_MILLIS = 500;

  private final SubmittedJob submitted;
  private final Session session;
  private final ResourceManager manager;
  private final MasterPatience patience;
  private volatile boolean toldSilence;
  private volatile LostJob lost; // once the master is gone
  private volatile LostJob seen; // the job's own end, once a client has asked for it
  private volatile boolean over; // it has ended, but nobody has asked how
  private volatile boolean sessionEnded;

  SessionJob(
      SubmittedJob submitted, Session session, ResourceManager manager, MasterPatience patience) {
    this.submitted = submitted;
    this.session = session;
    this.manager = manager;
    this.patience = patience;
  }

  /** Returns whether this process has seen the job's end; calls nobody. */
  boolean isKnownToHaveEnded() {
    return seen != null || lost != null || over;
  }

  /**
   * Whether it may run: a master that does not know it may be one that has not recovered it yet.
   */
  boolean mayRun() {
    return seen == null && lost == null && !sessionEnded;
  }

  ApplicationId session() {
    return session.id();
  }

  /** Returns whether the two are jobs of one session. */
  boolean isBeside(SessionJob other) {
    return session.id().equals(other.session.id());
  }

  /**
   * Asks the master whether the job has ended.
   *
   * @throws UncheckedIOException if the master does not answer; another one is not waited for
   */
  void look() {
    Optional<JobView> view = session.views().jobs().job(submitted.id());
    view.ifPresentOrElse(this::stateOf, () -> over = true);
  }

  /** The session has ended, and the job with it. */
  void sessionEnded() {
    sessionEnded = true;
    over = true;
  }

  /**
   * Asks the master to kill the job. If no master can be reached, kills the application, as
   * Hadoop's own client does, unless that would kill another job.
   *
   * @param isAlone whether the session has no other job that may run
   * @throws UncheckedIOException if the job is not killed
   */
  void kill(BooleanSupplier isAlone) {
    if (seen != null || lost != null) {
      return;
    }
    try {
      session.views().jobs().kill(submitted.id());
    } catch (UncheckedIOException unreachable) {
      if (!isAlone.getAsBoolean()) {
        throw unreachable;
      }
      LOG.warn("{}; {} is killed", unreachable.getMessage(), session.id());
      try {
        manager.kill(session.id());
      } catch (IOException e) {
        unreachable.addSuppressed(e);
        throw unreachable;
      }
    }
  }

  boolean endAttempt(TaskAttemptID attempt, boolean asFailed) {
    return lost == null && session.views().jobs().endAttempt(attempt, asFailed);
  }

  void setPriority(JobPriority priority) {
    session.link().setPriority(submitted.id(), priority);
  }

  /** Asks the master; if it has ended, waits for the next one. */
  private <T> T ask(Function<JobView, T> question) {
    long begin = System.nanoTime();
    while (lost == null) {
      try {
        Optional<JobView> view = session.views().jobs().job(submitted.id());
        if (view.isPresent()) {
          return question.apply(view.get());
        }
        setLost("the ApplicationMaster does not know the job any more", false);
      } catch (UncheckedIOException unreachable) {
        awaitMaster(unreachable, Duration.ofNanos(System.nanoTime() - begin));
      }
    }
    return question.apply(lost);
  }

  /**
   * Asks YARN about the application of a master that does not answer, and waits a moment if it has
   * no other one yet.
   *
   * @param waited since the first question
   */
  private void awaitMaster(UncheckedIOException unreachable, Duration waited) {
    try {
      Optional<ApplicationReport> report = manager.report(session.id());
      if (report.isEmpty()) {
        setLost(session.id() + ": the ResourceManager does not know the application", false);
        deleteFiles();
      } else if (MasterWait.hasEnded(report.get().getYarnApplicationState())) {
        setLost(
            MasterWait.endLine(report.get()),
            report.get().getYarnApplicationState() == YarnApplicationState.KILLED);
        deleteFiles();
      } else {
        followOrPause(report.get(), unreachable, waited);
      }
    } catch (IOException e) {
      unreachable.addSuppressed(e);
      throw unreachable;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable;
    }
  }

  private void followOrPause(
      ApplicationReport report, UncheckedIOException unreachable, Duration waited)
      throws IOException, InterruptedException {
    boolean isRunning = report.getYarnApplicationState() == YarnApplicationState.RUNNING;
    if (isRunning && session.views().follow(report)) {
      return;
    }
    if (patience.isOver(waited, seen != null)) {
      throw unreachable;
    }
    if (!toldSilence && waited.compareTo(SILENCE) > 0) {
      toldSilence = true;
      LOG.warn(
          "{}: the ApplicationMaster does not answer; the next one is waited for, for {} s at most",
          submitted.id(),
          patience.next().toSeconds());
    }
    Thread.sleep(PAUSE_MILLIS);
  }

  private synchronized void setLost(String reason, boolean killed) {
    if (lost != null) {
      return;
    }
    if (seen == null) {
      LOG.warn("{}: {}", submitted.id(), reason);
      lost =
          new LostJob(
              submitted,
              killed ? JobStatus.State.KILLED : JobStatus.State.FAILED,
              reason,
              System.currentTimeMillis(),
              Optional.empty());
    } else {
      lost = seen;
    }
  }

  /** Deletes what the master could not delete. */
  private void deleteFiles() {
    try {
      session.files().delete();
      session.files().fileSystem().delete(submitted.directory(), true);
    } catch (IOException e) {
      LOG.warn("{}: its files are not deleted: {}", submitted.id(), e.toString());
    }
  }

  @Override
  public JobID id() {
    return submitted.id();
  }

  @Override
  public String user() {
    return ask(JobView::user);
  }

  @Override
  public String name() {
    return ask(JobView::name);
  }

  @Override
  public String queue() {
    return ask(JobView::queue);
  }

  @Override
  public JobConf configuration() {
    return submitted.configuration();
  }

  @Override
  public Path jobFile() {
    return ask(JobView::jobFile);
  }

  @Override
  public JobStatus.State state() {
    return ask(this::stateOf);
  }

  private JobStatus.State stateOf(JobView job) {
    JobStatus.State state = job.state();
    if (state != JobStatus.State.PREP && state != JobStatus.State.RUNNING) {
      keepEnd(job, state);
    }
    return state;
  }

  /** Keeps what clients can ask about an ended job when its session has ended, too. */
  private void keepEnd(JobView job, JobStatus.State state) {
    if (lost != null || (seen != null && seen.known().isPresent())) {
      return;
    }
    String failureInfo = job.failureInfo();
    long finishTime = job.finishTime();
    seen = new LostJob(submitted, state, failureInfo, finishTime, Optional.empty());
    try {
      Counters counters = job.counters();
      seen = new LostJob(submitted, state, failureInfo, finishTime, Optional.of(counters));
    } catch (UncheckedIOException e) {
      LOG.debug("{}: its counters are not known yet", submitted.id(), e);
    }
  }

  @Override
  public String failureInfo() {
    return ask(JobView::failureInfo);
  }

  @Override
  public long submitTime() {
    return ask(JobView::submitTime);
  }

  @Override
  public long startTime() {
    return ask(JobView::startTime);
  }

  @Override
  public long finishTime() {
    return ask(JobView::finishTime);
  }

  @Override
  public float setupProgress() {
    return ask(JobView::setupProgress);
  }

  @Override
  public float mapProgress() {
    return ask(JobView::mapProgress);
  }

  @Override
  public float reduceProgress() {
    return ask(JobView::reduceProgress);
  }

  @Override
  public float cleanupProgress() {
    return ask(JobView::cleanupProgress);
  }

  @Override
  public Counters counters() {
    return ask(JobView::counters);
  }

  @Override
  public List<TaskView> tasks(TaskType type) {
    return ask(job -> job.tasks(type));
  }

  @Override
  public List<ReduceLoad> reduceLoads() {
    List<TaskView> reduces = tasks(TaskType.REDUCE);
    Map<Integer, ReduceLoad.Shape> shapes =
        reduces.isEmpty() ? Map.of() : session.link().shapes(submitted.id());
    return ReduceLoads.of(
        reduces,
        attempt -> shapes.getOrDefault(attempt.getTaskID().getId(), ReduceLoad.Shape.UNKNOWN));
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    return ask(job -> job.completionEvents(from, max));
  }

  @Override
  public JobPriority priority() {
    return ask(JobView::priority);
  }

  @Override
  public String historyFile() {
    return ask(JobView::historyFile);
  }

  @Override
  public void awaitCompletionEvent(int from, long millis) {
    ask(
        job -> {
          job.awaitCompletionEvent(from, millis);
          return null;
        });
  }
}
