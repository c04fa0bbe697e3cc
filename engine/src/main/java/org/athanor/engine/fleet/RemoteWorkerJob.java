// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.protocol.AttemptProgress;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.ToWorker;
import org.athanor.engine.site.JobOnWorker;
import org.athanor.engine.task.AttemptReport;

/**
 * One job on a Worker in another process: calls become messages, and messages calls of the
 * listener, on the thread of the connection. Messages about attempts that are not running, or that
 * come after {@link #close}, are ignored. If the Worker is lost, nothing follows: the job's
 * attempts there are lost. Thread-safe.
 */
public final class RemoteWorkerJob implements JobOnWorker {
  private final RemoteWorker worker;
  private final JobID id;
  private final Listener listener;
  private final RemoteWorker.OpenListener opening;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<TaskAttemptID, ReportedAttempt> running = new HashMap<>();

  @GuardedBy("lock")
  private Runnable afterClose; // null before close(), and after it was run

  @GuardedBy("lock")
  private boolean closing;

  @GuardedBy("lock")
  private boolean ended; // nothing of the job is left on the Worker, or the Worker is lost

  RemoteWorkerJob(
      RemoteWorker worker, JobID id, Listener listener, RemoteWorker.OpenListener opening) {
    this.worker = worker;
    this.id = id;
    this.listener = listener;
    this.opening = opening;
  }

  @Override
  public Optional<ContainerPlace> container() {
    return worker.container();
  }

  @Override
  public AttemptReport launchMap(TaskAttemptID attempt, TaskSplitIndex split) {
    AttemptReport report = launched(attempt, TaskStatus.Phase.MAP);
    worker.send(ToWorker.LaunchMap.of(attempt, split));
    return report;
  }

  @Override
  public AttemptReport launchReduce(TaskAttemptID attempt, int maps, long mapOutputBytes) {
    AttemptReport report = launched(attempt, TaskStatus.Phase.SHUFFLE);
    worker.send(new ToWorker.LaunchReduce(attempt, maps, mapOutputBytes));
    return report;
  }

  private AttemptReport launched(TaskAttemptID attempt, TaskStatus.Phase first) {
    ReportedAttempt report = new ReportedAttempt(first);
    synchronized (lock) {
      running.put(attempt, report);
    }
    return report;
  }

  /** Returns false: the listener is told when the attempt has stopped, also if it never began. */
  @Override
  public boolean stop(TaskAttemptID attempt) {
    worker.send(new ToWorker.Stop(attempt));
    return false;
  }

  @Override
  public void assign(int assignment, List<Integer> partitions) {
    worker.send(new ToWorker.Assign(id, assignment, partitions));
  }

  @Override
  public void withdraw(int assignment, List<Integer> partitions) {
    worker.send(new ToWorker.Withdraw(id, assignment, partitions));
  }

  @Override
  public void publish(TaskAttemptID map) {
    worker.send(new ToWorker.Publish(map));
  }

  @Override
  public void discard(TaskAttemptID map) {
    worker.send(new ToWorker.Discard(map));
  }

  /**
   * {@inheritDoc} May be called before the job is open there, and again.
   *
   * @param closed is run also if the Worker is lost; on the thread of the connection, or on the
   *     caller's if nothing of the job is left already
   */
  @Override
  public void close(Runnable closed) {
    boolean isLost = worker.isLost();
    synchronized (lock) {
      closing = true;
      if (!ended && !isLost) {
        worker.send(new ToWorker.CloseJob(id));
        afterClose = closed;
        return;
      }
    }
    closed.run();
  }

  /**
   * Nothing of the job is left on the Worker, or the Worker is lost; on the connection's thread.
   */
  void ended() {
    Runnable closed;
    synchronized (lock) {
      ended = true;
      closed = afterClose;
      afterClose = null;
    }
    if (closed != null) {
      closed.run();
    }
  }

  private boolean isClosing() {
    synchronized (lock) {
      return closing;
    }
  }

  /** A message of the Worker; on the connection's thread. */
  void received(FromWorker.OfJob message) {
    if (message instanceof FromWorker.JobClosed) {
      ended();
    } else if (message instanceof FromWorker.JobRefused refused) {
      boolean isWanted = !isClosing();
      ended();
      if (isWanted) {
        opening.refused(refused.reason());
      }
    } else if (isClosing()) {
      return;
    } else if (message instanceof FromWorker.OfAttempt ofAttempt) {
      received(ofAttempt);
    } else if (message instanceof FromWorker.JobOpened) {
      opening.opened();
    } else if (message instanceof FromWorker.JobBroken broken) {
      opening.broken(broken.line());
    } else if (message instanceof FromWorker.Delivered delivered) {
      listener.delivered(delivered.assignment(), delivered.map());
    } else if (message instanceof FromWorker.MergeFailed failed) {
      listener.mergeFailed(new Failure(failed.line(), failed.line(), false));
    } else if (message instanceof FromWorker.MergeEnded) {
      listener.mergeEnded();
    }
  }

  private void received(FromWorker.OfAttempt message) {
    TaskAttemptID attempt = message.attempt();
    ReportedAttempt report;
    synchronized (lock) {
      report = running.get(attempt);
    }
    if (report == null) {
      return; // It has ended for the master, or never began there.
    }
    if (message instanceof FromWorker.Started) {
      listener.started(attempt);
    } else if (message instanceof FromWorker.Progress progress) {
      report.update(progress.progress());
    } else if (message instanceof FromWorker.MustEnd mustEnd) {
      listener.mustEnd(attempt, mustEnd.reason());
    } else if (message instanceof FromWorker.CommitAsked asked) {
      boolean granted = worker.allowsCommits() && listener.mayCommit(attempt);
      worker.send(new ToWorker.CommitAnswer(attempt, asked.question(), granted));
    } else {
      attemptEnded(message, report);
    }
  }

  private void attemptEnded(FromWorker.OfAttempt message, ReportedAttempt report) {
    TaskAttemptID attempt = message.attempt();
    if (message instanceof FromWorker.Succeeded succeeded) {
      report.setShape(succeeded.shape());
      end(attempt, report, succeeded.last());
      listener.succeeded(attempt);
    } else if (message instanceof FromWorker.Failed failed) {
      end(attempt, report, failed.last());
      listener.failed(attempt, new Failure(failed.line(), failed.trace(), false));
    } else if (message instanceof FromWorker.Stopped stopped) {
      end(attempt, report, stopped.last());
      listener.stopped(attempt);
    } else if (message instanceof FromWorker.Abandoned abandoned) {
      end(attempt, report, abandoned.last());
      listener.abandoned(attempt);
    }
  }

  private void end(TaskAttemptID attempt, ReportedAttempt report, AttemptProgress last) {
    report.update(last);
    synchronized (lock) {
      running.remove(attempt);
    }
  }
}
