// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.records.AMInfo;
import org.apache.hadoop.mapreduce.v2.api.records.JobReport;
import org.apache.hadoop.mapreduce.v2.api.records.JobState;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;

/**
 * A job of an application master. What a report contains is at most {@value #REPORT_MILLIS} ms old,
 * so that a status, which calls many methods, costs one call. Of an ended job the last report is
 * still valid when the application master is gone. Thread-safe; no lock is held during a call.
 */
final class RemoteJobView implements JobView {
  static final int REPORT_MILLIS = 50;

  /** How often a client that waits for an event asks. */
  private static final int POLL_MILLIS = 50;

  /** A report and when it arrived. */
  private record Known(JobReport report, long nanos) {}

  private final JobID id;
  private final Master master;
  private final Configuration conf;
  private final LongSupplier nanoTime;
  private volatile Known known;
  private volatile JobConf configuration;

  RemoteJobView(JobID id, Master master, Configuration conf, LongSupplier nanoTime) {
    this.id = id;
    this.master = master;
    this.conf = conf;
    this.nanoTime = nanoTime;
  }

  /** Returns whether there is such a job. */
  boolean exists() {
    return current().isPresent();
  }

  private JobReport report() {
    return current()
        .orElseThrow(
            () ->
                new UncheckedIOException(
                    new IOException(master.line(id, "does not know the job any more"))));
  }

  private Optional<JobReport> current() {
    Known last = known;
    long now = nanoTime.getAsLong();
    if (last != null && now - last.nanos < TimeUnit.MILLISECONDS.toNanos(REPORT_MILLIS)) {
      return Optional.of(last.report);
    }
    Optional<JobReport> ended =
        Optional.ofNullable(last).map(Known::report).filter(report -> hasEnded(report));
    try {
      Optional<JobReport> fresh = master.report(id);
      return fresh.map(report -> latest(report, now)).or(() -> ended);
    } catch (UncheckedIOException e) {
      return Optional.of(ended.orElseThrow(() -> e));
    }
  }

  /** Remembers a report, unless a later one arrived meanwhile, and returns the latest. */
  private synchronized JobReport latest(JobReport fresh, long nanos) {
    if (known == null || (!hasEnded(known.report) && nanos - known.nanos >= 0)) {
      known = new Known(fresh, nanos);
    } else if (hasEnded(fresh)) {
      known = new Known(fresh, Math.max(nanos, known.nanos));
    }
    return known.report;
  }

  private static boolean hasEnded(JobReport report) {
    JobStatus.State state = state(report.getJobState());
    return state != JobStatus.State.PREP && state != JobStatus.State.RUNNING;
  }

  private static JobStatus.State state(JobState state) {
    return switch (state) {
      case NEW, INITED -> JobStatus.State.PREP;
      case RUNNING -> JobStatus.State.RUNNING;
      case SUCCEEDED -> JobStatus.State.SUCCEEDED;
      case FAILED, ERROR -> JobStatus.State.FAILED;
      case KILLED -> JobStatus.State.KILLED;
    };
  }

  @Override
  public ContainerPlace place() {
    AMInfo info = report().getAMInfos().get(report().getAMInfos().size() - 1);
    return new ContainerPlace(
        info.getContainerId(),
        NodeId.newInstance(info.getNodeManagerHost(), info.getNodeManagerPort()),
        info.getNodeManagerHttpPort(),
        NetworkTopology.DEFAULT_RACK);
  }

  @Override
  public Optional<ContainerPlace> place(TaskAttemptID attempt) {
    try {
      return Optional.of(RemoteTasks.place(master.attempt(id, TypeConverter.toYarn(attempt))));
    } catch (UncheckedIOException e) {
      return Optional.empty(); // The master knows no such attempt.
    }
  }

  @Override
  public JobID id() {
    return id;
  }

  @Override
  public String user() {
    return report().getUser();
  }

  @Override
  public String name() {
    return report().getJobName();
  }

  /**
   * Returns the queue that the configuration names; the default one if the configuration is not
   * there any more, as Hadoop's clients do, because reports do not contain a queue.
   */
  @Override
  public String queue() {
    try {
      return configuration().getQueueName();
    } catch (UncheckedIOException gone) {
      return JobConf.DEFAULT_QUEUE_NAME;
    }
  }

  /** Reads the submission's {@code job.xml}, once; it must not have been deleted before that. */
  @Override
  public JobConf configuration() {
    JobConf read = configuration;
    if (read == null) {
      Path file = jobFile();
      try {
        read = read(file);
      } catch (IOException e) {
        throw new UncheckedIOException(id + ": cannot read its configuration " + file, e);
      }
      configuration = read;
    }
    return read;
  }

  private JobConf read(Path file) throws IOException {
    JobConf read = new JobConf();
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      read.addResource(in, file.toString());
      read.size(); // parses the stream before it is closed
    }
    return read;
  }

  @Override
  public Path jobFile() {
    return new Path(report().getJobFile());
  }

  @Override
  public JobStatus.State state() {
    return state(report().getJobState());
  }

  @Override
  public String failureInfo() {
    return report().getDiagnostics();
  }

  @Override
  public long submitTime() {
    return report().getSubmitTime();
  }

  @Override
  public long startTime() {
    return report().getStartTime();
  }

  @Override
  public long finishTime() {
    return report().getFinishTime();
  }

  @Override
  public float setupProgress() {
    return report().getSetupProgress();
  }

  @Override
  public float mapProgress() {
    return report().getMapProgress();
  }

  @Override
  public float reduceProgress() {
    return report().getReduceProgress();
  }

  @Override
  public float cleanupProgress() {
    return report().getCleanupProgress();
  }

  @Override
  public JobPriority priority() {
    return TypeConverter.fromYarnApplicationPriority(report().getJobPriority().getPriority());
  }

  @Override
  public String historyFile() {
    return report().getHistoryFile();
  }

  @Override
  public Counters counters() {
    return TypeConverter.fromYarn(master.counters(id));
  }

  /** See {@link RemoteTasks} for what is not exact. */
  @Override
  public List<TaskView> tasks(TaskType type) {
    return new RemoteTasks(id, master).of(type);
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    return master.events(id, from, max).stream().map(RemoteTasks::event).toList();
  }

  /** Asks every {@value #POLL_MILLIS} ms. */
  @Override
  public void awaitCompletionEvent(int from, long millis) {
    try {
      poll(from, millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (UncheckedIOException e) {
      if (!Thread.currentThread().isInterrupted()) { // which ends a call
        throw e;
      }
    }
  }

  private void poll(int from, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!hasEnded(report()) && master.events(id, from, 1).isEmpty()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return;
      }
      Thread.sleep(Math.min(left, POLL_MILLIS));
    }
  }
}
