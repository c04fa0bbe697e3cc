// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
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
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.job.TaskView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job of a session. As long as the master can be reached, it tells the state. If it cannot, and
 * YARN says that the application has ended, or does not know it, the job has failed, unless this
 * process has seen another end of it; and the master is not asked again. Thread-safe.
 */
final class SessionJob implements JobView {
  private static final Logger LOG = LoggerFactory.getLogger(SessionJob.class);

  private final SubmittedJob submitted;
  private final Session session;
  private final ResourceManager manager;
  private volatile LostJob lost; // once the master is gone
  private volatile LostJob seen; // the job's own end, once a client has asked for it

  SessionJob(SubmittedJob submitted, Session session, ResourceManager manager) {
    this.submitted = submitted;
    this.session = session;
    this.manager = manager;
  }

  void kill() {
    if (lost == null) {
      session.jobs().kill(submitted.id());
    }
  }

  boolean endAttempt(TaskAttemptID attempt, boolean asFailed) {
    return lost == null && session.jobs().endAttempt(attempt, asFailed);
  }

  void setPriority(JobPriority priority) {
    session.link().setPriority(submitted.id(), priority);
  }

  private <T> T ask(Function<JobView, T> question) {
    LostJob known = lost;
    if (known != null) {
      return question.apply(known);
    }
    try {
      Optional<JobView> view = session.jobs().job(submitted.id());
      if (view.isPresent()) {
        return question.apply(view.get());
      }
      return question.apply(gone("the ApplicationMaster does not know the job any more", false));
    } catch (UncheckedIOException unreachable) {
      return question.apply(lost(unreachable));
    }
  }

  /** Asks YARN about the application of a master that does not answer. */
  private LostJob lost(UncheckedIOException unreachable) {
    Optional<ApplicationReport> report;
    try {
      report = manager.report(session.id());
    } catch (IOException e) {
      unreachable.addSuppressed(e);
      throw unreachable;
    }
    if (report.isEmpty()) {
      return gone(session.id() + ": the ResourceManager does not know the application", false);
    }
    return switch (report.get().getYarnApplicationState()) {
      case KILLED -> gone(MasterWait.endLine(report.get()), true);
      case FINISHED, FAILED -> gone(MasterWait.endLine(report.get()), false);
      default -> throw unreachable;
    };
  }

  private LostJob gone(String reason, boolean killed) {
    synchronized (this) {
      if (lost != null) {
        return lost;
      }
      if (seen == null) {
        LOG.warn("{}: {}", submitted.id(), reason);
        lost =
            new LostJob(
                submitted,
                killed ? JobStatus.State.KILLED : JobStatus.State.FAILED,
                reason,
                System.currentTimeMillis());
      } else {
        lost = seen;
      }
    }
    deleteFiles();
    return lost;
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
    return ask(
        job -> {
          JobStatus.State state = job.state();
          if (state != JobStatus.State.PREP && state != JobStatus.State.RUNNING && seen == null) {
            seen = new LostJob(submitted, state, job.failureInfo(), job.finishTime());
          }
          return state;
        });
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
