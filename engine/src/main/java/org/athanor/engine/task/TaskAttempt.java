// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.meter.IoMeter;
import org.athanor.engine.serialization.SerializedField;
import org.athanor.engine.worker.WorkArea;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt at a task, from its configuration to its commit, with the steps of Hadoop's tasks:
 * set-up by the output committer; user code; commit, if the committer needs one and the engine
 * permits it; abort, if anything fails. Runs once, on one thread, whose context class loader loads
 * user code.
 */
public abstract class TaskAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(TaskAttempt.class);
  private static final String SKIP_RECORDS_OLD_KEY = "mapred.skip.on";

  final JobFacts job;
  final TaskAttemptID id;
  final AttemptReporter reporter;
  private final CommitPermission permission;
  private volatile boolean isCutOff;

  // The attempt's thread only, from here on.
  ClassLoader loader;
  JobConf conf;
  AttemptContext context;
  OutputFormat<?, ?> outputFormat;
  OutputCommitter committer;

  /** Decides, once, whether an attempt may commit its output: at most one attempt of a task may. */
  @FunctionalInterface
  public interface CommitPermission {
    boolean mayCommit(TaskAttemptID attempt);
  }

  TaskAttempt(
      JobFacts job, TaskAttemptID id, AttemptReporter reporter, CommitPermission permission) {
    this.job = job;
    this.id = id;
    this.reporter = reporter;
    this.permission = permission;
  }

  public TaskAttemptID id() {
    return id;
  }

  public AttemptReporter reporter() {
    return reporter;
  }

  /** Returns whether user code uses the new API ({@code org.apache.hadoop.mapreduce}). */
  abstract boolean usesNewApi(JobConf configuration);

  /** Does the task's work, between set-up and commit. */
  abstract void runTask(WorkArea work)
      throws IOException, InterruptedException, ClassNotFoundException;

  /** Releases what the attempt has made; called unless it succeeds, after its output is aborted. */
  void discard() {}

  /**
   * Cuts the attempt's output off, from any thread: records that its code still emits are rejected,
   * and the output committer is not called any more. For an attempt whose code goes on after its
   * end. Later calls do nothing.
   */
  public void cutOff() {
    isCutOff = true;
    discard();
  }

  /**
   * Checks whether the attempt was cut off; to be called after each field was set that {@link
   * #cutOff} uses.
   *
   * @throws AttemptStoppedException if the attempt was cut off
   */
  final void checkCutOff() throws AttemptStoppedException {
    if (isCutOff) {
      cutOff();
      throw new AttemptStoppedException();
    }
  }

  /**
   * Runs the attempt.
   *
   * @param loader loads the job's classes on this thread
   * @throws AttemptStoppedException if the attempt was told to stop
   * @throws Exception what user code or the engine threw; the attempt's output is removed then
   */
  public final void run(WorkArea work, ClassLoader loader) throws Exception {
    this.loader = loader;
    long gcBefore = gcMillis();
    reporter.begin();
    boolean done = false;
    try {
      conf = attemptConfiguration(loader);
      setUp();
      runTask(work);
      if (reporter.isStopped()) {
        throw new AttemptStoppedException();
      }
      // What can fail fails before the commit. What the commit does with files counts, too, as on
      // Hadoop.
      countResources(gcBefore);
      commit();
      reporter.fileSystems().addTo(reporter.counters());
      reporter.complete();
      done = true;
    } finally {
      reporter.end();
      if (!done) {
        try {
          abort();
        } finally {
          discard();
        }
      }
    }
  }

  private JobConf attemptConfiguration(ClassLoader loader) {
    JobConf copy = new JobConf(job.configuration());
    copy.setClassLoader(loader);
    copy.set(MRJobConfig.TASK_ID, id.getTaskID().toString());
    copy.set(MRJobConfig.TASK_ATTEMPT_ID, id.toString());
    copy.setBoolean(MRJobConfig.TASK_ISMAP, id.getTaskType() == TaskType.MAP);
    copy.setInt(MRJobConfig.TASK_PARTITION, id.getTaskID().getId());
    copy.set(MRJobConfig.ID, job.id().toString());
    copy.set(MRConfig.LOCAL_DIR, localDirectories());
    copy.setUser(job.user());
    copy.setBoolean(MRJobConfig.SKIP_RECORDS, false);
    copy.setBoolean(SKIP_RECORDS_OLD_KEY, false);
    return copy;
  }

  private String localDirectories() {
    StringBuilder own = new StringBuilder();
    for (String directory : job.localDirectories().split(",", -1)) {
      own.append(own.isEmpty() ? "" : ",").append(directory).append(Path.SEPARATOR).append(id);
    }
    return own.toString();
  }

  private void setUp() throws IOException, ClassNotFoundException, InterruptedException {
    context = new AttemptContext(conf, id, reporter);
    if (usesNewApi(conf)) {
      outputFormat = ReflectionUtils.newInstance(context.getOutputFormatClass(), conf);
      committer = outputFormat.getOutputCommitter(context);
    } else {
      committer = conf.getOutputCommitter();
    }
    Path output = FileOutputFormat.getOutputPath(conf);
    if (output != null) {
      boolean old = committer instanceof FileOutputCommitter;
      FileOutputFormat.setWorkOutputPath(
          conf, old ? ((FileOutputCommitter) committer).getTaskAttemptPath(context) : output);
    }
    committer.setupTask(context);
  }

  /** Commits the attempt's output, if the committer needs that. */
  void commit() throws IOException {
    if (!committer.needsTaskCommit(context)) {
      return;
    }
    if (!permission.mayCommit(id)) {
      throw new AttemptStoppedException();
    }
    committer.commitTask(context);
  }

  /** Has the committer remove what the attempt has written. A failure is only logged. */
  final void abort() {
    if (committer == null || isCutOff) {
      return;
    }
    // The interrupt is meant for user code; the abort must be able to do I/O.
    boolean interrupted = Thread.interrupted();
    try {
      committer.abortTask(context);
    } catch (Throwable e) {
      LOG.warn("{}: could not remove the attempt's output: {}", id, Failure.of(e).line());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Counts what the attempt has used.
   *
   * @param gcBefore milliseconds of garbage collection before the attempt began
   */
  void countResources(long gcBefore) {
    Counters counters = reporter.counters();
    reporter.fileSystems().addTo(counters);
    counters.findCounter(TaskCounter.GC_TIME_MILLIS).increment(gcMillis() - gcBefore);
    counters
        .findCounter(TaskCounter.COMMITTED_HEAP_BYTES)
        .setValue(Runtime.getRuntime().totalMemory());
  }

  private static long gcMillis() {
    long sum = 0;
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      sum += bean.getCollectionTime();
    }
    return sum;
  }

  /** The class of keys between map and reduce, as the attempt handles them. */
  @SuppressWarnings("unchecked")
  static <K> Class<K> keyClass(JobConf conf, boolean serialized) {
    return (Class<K>) (serialized ? SerializedField.class : conf.getMapOutputKeyClass());
  }

  /** The class of values between map and reduce, as the attempt handles them. */
  @SuppressWarnings("unchecked")
  static <V> Class<V> valueClass(JobConf conf, boolean serialized) {
    return (Class<V>) (serialized ? SerializedField.class : conf.getMapOutputValueClass());
  }

  /** Returns a meter for the path's file system; without files or path one that reads 0. */
  static IoMeter meter(boolean files, Path path, Configuration conf) throws IOException {
    return files && path != null ? IoMeter.of(path, conf) : IoMeter.none();
  }

  /** Closes, after a failure that is reported; another failure is only logged. */
  static void closeAfterFailure(AutoCloseable closeable) {
    if (closeable == null) {
      return;
    }
    try {
      closeable.close();
    } catch (Throwable e) {
      LOG.debug("closing after a failure: {}", Failure.of(e).line());
    }
  }
}
