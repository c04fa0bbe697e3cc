// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.remote;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;

/**
 * The jobs of one application master, seen from another process.
 *
 * <p>Thread-safe. All methods, and those of the views, call the application master as the user who
 * created this object, and throw {@link java.io.UncheckedIOException} if it cannot be reached
 * within {@code yarn.app.mapreduce.client-am.ipc.max-retries} seconds or refuses the call.
 */
public final class RemoteJobs implements AutoCloseable {
  /** As many as an engine remembers. */
  private static final int REMEMBERED_JOBS = 100;

  private final Master master;
  private final Configuration conf;
  private final LongSupplier nanoTime;

  // By use, the latest last. They hold configurations, which are read once.
  @GuardedBy("this")
  private final Map<JobID, RemoteJobView> views = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Connects with the first call, not earlier.
   *
   * @param conf is copied; also says how to read the jobs' configurations
   */
  public RemoteJobs(InetSocketAddress address, Configuration conf) {
    this(address, conf, System::nanoTime);
  }

  RemoteJobs(InetSocketAddress address, Configuration conf, LongSupplier nanoTime) {
    this.conf = new Configuration(conf);
    this.master = new Master(address, this.conf);
    this.nanoTime = nanoTime;
  }

  /** Returns a view of the job; empty if the application master does not know it. */
  public Optional<JobView> job(JobID id) {
    JobID known = engineId(id);
    RemoteJobView view = view(known);
    return view.exists() ? Optional.of(view) : Optional.empty();
  }

  private synchronized RemoteJobView view(JobID id) {
    RemoteJobView view =
        views.computeIfAbsent(id, job -> new RemoteJobView(job, master, conf, nanoTime));
    if (views.size() > REMEMBERED_JOBS) {
      views.remove(views.keySet().iterator().next());
    }
    return view;
  }

  /** Asks the job to stop, without waiting. Ignores jobs that have ended or are unknown. */
  public void kill(JobID id) {
    if (master.report(id).isPresent()) {
      master.kill(id);
    }
  }

  /**
   * Ends one running attempt.
   *
   * @param asFailed whether the attempt counts as failed; otherwise it counts as killed
   * @return whether the attempt was running just before
   */
  public boolean endAttempt(TaskAttemptID id, boolean asFailed) {
    TaskAttemptId attempt = TypeConverter.toYarn(id);
    if (!isRunning(id.getJobID(), attempt)) {
      return false;
    }
    master.endAttempt(id.getJobID(), attempt, asFailed);
    return true;
  }

  /** Searches the reports of all tasks, because that of an unknown attempt is an error. */
  private boolean isRunning(JobID job, TaskAttemptId attempt) {
    return master.report(job).isPresent()
        && master.tasks(job, attempt.getTaskId().getTaskType()).stream()
            .anyMatch(task -> task.getRunningAttemptsList().contains(attempt));
  }

  /** Ends the connection. Views keep the last report of an ended job, and nothing else. */
  @Override
  public void close() {
    master.close();
  }

  /** Converts an id to the class that the engine uses, see {@link JobService#newJobId}. */
  private static JobID engineId(JobID id) {
    return org.apache.hadoop.mapred.JobID.downgrade(id);
  }
}
