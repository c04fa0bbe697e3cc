// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.job.WorkerStatus;
import org.athanor.engine.job.WorkerView;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.protocol.ToWorker;
import org.athanor.engine.site.JobOnWorker;
import org.athanor.engine.transport.Connection;

/**
 * A Worker in another process, as long as it is connected. After that all calls are allowed, and do
 * nothing. Thread-safe; no method blocks.
 */
public final class RemoteWorker {
  private final Connection connection;
  private final FromWorker.Hello hello;
  private final CommitGate commits;
  private final WorkerActivity activity = new WorkerActivity(System::nanoTime);
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<JobID, RemoteWorkerJob> jobs = new HashMap<>();

  @GuardedBy("lock")
  private boolean lost;

  private volatile String dropReason; // null unless this process gave the Worker up

  /**
   * Is told once whether a job can run on the Worker; not at all if the Worker is lost before. And
   * later perhaps, that the job does not work there.
   */
  public interface OpenListener {
    void opened();

    /**
     * The job cannot run there, and is closed.
     *
     * @param reason one line
     */
    void refused(String reason);

    /**
     * The job has broken down there, so the Worker is given up.
     *
     * @param reason one line
     */
    void broken(String reason);
  }

  RemoteWorker(Connection connection, FromWorker.Hello hello, CommitGate commits) {
    this.connection = connection;
    this.hello = hello;
    this.commits = commits;
  }

  /** Returns the Worker's number in the session. */
  public int number() {
    return hello.worker();
  }

  /** Returns the name of its machine, as file systems name the places of blocks. */
  public String host() {
    return hello.host();
  }

  /** Returns the rack of its machine; empty if the Worker does not know it. */
  public String rack() {
    return hello.rack();
  }

  /** Returns its container; empty if it has none. */
  public Optional<ContainerPlace> container() {
    return hello.container();
  }

  /** Returns how many operations it runs at once. */
  public int threads() {
    return hello.threads();
  }

  /** Returns where the other Workers reach it. */
  public InetSocketAddress dataAddress() {
    return hello.data();
  }

  /** Returns what the Worker has last told about itself; empty if it has told nothing. */
  public Optional<WorkerView.Activity> activity() {
    return activity.last();
  }

  /** Returns whether attempts may commit now. */
  boolean allowsCommits() {
    return commits.isOpen();
  }

  void told(WorkerStatus status) {
    activity.told(status);
  }

  /**
   * Makes a job ready to run on the Worker. Attempts may be launched once it is.
   *
   * @param listener is told what happens to the job there, on the thread of the connection
   * @param opened is told on the same thread when the job is ready
   * @throws IllegalStateException if the job is open there
   */
  public RemoteWorkerJob open(
      SubmittedJob submitted, JobOnWorker.Listener listener, OpenListener opened) {
    JobSubmission submission = JobSubmission.of(submitted);
    RemoteWorkerJob job = new RemoteWorkerJob(this, submission.id(), listener, opened);
    synchronized (lock) {
      if (jobs.putIfAbsent(submission.id(), job) != null) {
        throw new IllegalStateException(submission.id() + " is open on " + this);
      }
    }
    send(new ToWorker.OpenJob(submission));
    return job;
  }

  /** Tells the process to end after it has cleaned up. Its loss is told as any other. */
  public void end() {
    send(new ToWorker.End());
  }

  /**
   * Gives the Worker up: ends the connection. Its loss is told as any other, with this reason, and
   * its process ends itself.
   *
   * @param reason one line
   */
  public void drop(String reason) {
    dropReason = reason;
    connection.close();
  }

  Optional<String> dropReason() {
    return Optional.ofNullable(dropReason);
  }

  void send(Message message) {
    connection.send(message.toFrame());
  }

  /** A message of the Worker about a job; on the connection's thread. */
  void received(FromWorker.OfJob message) {
    RemoteWorkerJob job;
    synchronized (lock) {
      boolean isLast =
          message instanceof FromWorker.JobClosed || message instanceof FromWorker.JobRefused;
      job = isLast ? jobs.remove(message.job()) : jobs.get(message.job());
    }
    if (job != null) {
      job.received(message);
    }
  }

  /** The connection has ended; on its thread. */
  void lost() {
    List<RemoteWorkerJob> open;
    synchronized (lock) {
      lost = true;
      open = List.copyOf(jobs.values());
      jobs.clear();
    }
    open.forEach(RemoteWorkerJob::ended);
  }

  boolean isLost() {
    synchronized (lock) {
      return lost;
    }
  }

  @Override
  public String toString() {
    return "Worker " + number() + " on " + host();
  }
}
