// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.coordinator.JobPlan;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.files.JobLocalFileSystem;
import org.athanor.engine.job.Containers;
import org.athanor.engine.localize.JobLocalizer;
import org.athanor.engine.localize.TaskClassLoaders;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.run.SpillCipher;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.task.JobFacts;
import org.athanor.engine.task.MapOutputStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A submitted job and what it holds while it runs: its splits, local copies of its files, class
 * loaders, scratch directories. Closed when no operation of the job runs any more.
 */
public final class Submission implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Submission.class);

  private final JobConf configuration;
  private final org.apache.hadoop.fs.Path directory;
  private final TaskUsers users;
  private final TaskSplitMetaInfo[] splits;
  private final JobPlan plan;
  private final long taskTimeoutMillis;
  private final ScratchDirectories scratch;
  private final JobFacts facts;
  private final JobLocalizer localizer;
  private final TaskClassLoaders loaders;
  private final UserCode userCode;
  private final JobLogs logs;
  private final EndListener endListener;

  @GuardedBy("this")
  private boolean closed;

  /** Notified when a job has ended and clients can see that; must not throw. */
  @FunctionalInterface
  public interface EndListener {
    /**
     * @param jobXml content of the job's {@code job.xml}, whose file is removed; empty if there was
     *     none
     */
    void ended(JobExecution job, Optional<byte[]> jobXml);
  }

  /**
   * Reads a submission and copies its files to this machine, which may take as long as a download.
   *
   * @param retained memory for the job's sorted map output
   * @param endListener is notified of the job's end
   * @throws IOException if a part of the submission is missing or wrong; then only the directory is
   *     left behind
   */
  public Submission(SubmittedJob submitted, BufferPool retained, EndListener endListener)
      throws IOException {
    org.apache.hadoop.mapreduce.JobID id = submitted.id();
    UserGroupInformation user = submitted.user();
    this.directory = submitted.directory();
    this.endListener = endListener;
    this.configuration = new JobConf(submitted.configuration());
    this.configuration.setClassLoader(submitted.configuration().getClassLoader());
    this.configuration.setCredentials(submitted.credentials());
    this.users = new TaskUsers(user, submitted.credentials());
    useOwnLocalFiles(configuration);
    FileSystem fs = directory.getFileSystem(configuration);
    this.splits = SplitMetaInfoReader.readSplitMetaInfo(id, fs, configuration, directory);
    this.plan =
        new JobPlan(
            splits.length,
            configuration.getNumReduceTasks(),
            Math.max(1, configuration.getMaxMapAttempts()),
            Math.max(1, configuration.getMaxReduceAttempts()),
            configuration.getMaxMapTaskFailuresPercent(),
            configuration.getMaxReduceTaskFailuresPercent());
    this.taskTimeoutMillis =
        configuration.getLong(MRJobConfig.TASK_TIMEOUT, MRJobConfig.DEFAULT_TASK_TIMEOUT_MILLIS);
    this.scratch = ScratchDirectories.create(configuration);
    boolean complete = false;
    try {
      SpillFile spill = spillFile();
      this.localizer = JobLocalizer.localize(configuration, JobID.downgrade(id), scratch.first());
      this.loaders = loaders(configuration, localizer);
      this.facts =
          new JobFacts(
              JobID.downgrade(id),
              configuration,
              new org.apache.hadoop.fs.Path(directory, "job.xml"),
              user.getShortUserName(),
              String.join(",", scratch.paths().stream().map(Path::toString).toList()),
              new MapOutputStore(retained, spill));
      this.logs = logs(id, user);
      this.userCode = new UserCode(facts.id(), loaders, users, logs);
      complete = true;
    } finally {
      if (!complete) {
        scratch.close();
      }
    }
  }

  private SpillFile spillFile() throws IOException {
    Path file = scratch.roomiest().resolve("spill");
    return configuration.getBoolean(
            MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA,
            MRJobConfig.DEFAULT_MR_ENCRYPTED_INTERMEDIATE_DATA)
        ? new SpillFile(file, spillCipher(configuration))
        : new SpillFile(file);
  }

  private static SpillCipher spillCipher(JobConf conf) throws IOException {
    int keyBits =
        conf.getInt(
            MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA_KEY_SIZE_BITS,
            MRJobConfig.DEFAULT_MR_ENCRYPTED_INTERMEDIATE_DATA_KEY_SIZE_BITS);
    try {
      return new SpillCipher(keyBits);
    } catch (IOException e) {
      throw new IOException(
          MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA_KEY_SIZE_BITS
              + "="
              + keyBits
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private JobLogs logs(org.apache.hadoop.mapreduce.JobID id, UserGroupInformation user) {
    try {
      return JobLogs.of(
          configuration,
          () -> new Containers(id, plan.maps(), plan.reduces()),
          user,
          scratch.first());
    } catch (RuntimeException | Error e) {
      loaders.close();
      closeOne(localizer, "localised files");
      throw e;
    }
  }

  private static void useOwnLocalFiles(JobConf conf) {
    if (conf.get(JobLocalFileSystem.CLASS_KEY) == null) {
      conf.set(JobLocalFileSystem.CLASS_KEY, JobLocalFileSystem.class.getName());
    }
  }

  private static TaskClassLoaders loaders(JobConf conf, JobLocalizer localizer) throws IOException {
    try {
      return TaskClassLoaders.create(conf, localizer.classPath());
    } catch (IOException | RuntimeException | Error e) {
      closeOne(localizer, "localised files");
      throw e;
    }
  }

  JobConf configuration() {
    return configuration;
  }

  TaskSplitMetaInfo[] splits() {
    return splits;
  }

  JobPlan plan() {
    return plan;
  }

  JobFacts facts() {
    return facts;
  }

  UserCode userCode() {
    return userCode;
  }

  JobLogs logs() {
    return logs;
  }

  /** See {@link JobLocalizer#link}. */
  Optional<String> link(Consumer<Optional<String>> listener) {
    return localizer.link(listener);
  }

  /** Returns the milliseconds without progress after which an attempt fails; 0 or less: never. */
  long taskTimeoutMillis() {
    return taskTimeoutMillis;
  }

  /** Returns the content of {@code job.xml}; empty if it cannot be read. */
  Optional<byte[]> jobXml() {
    org.apache.hadoop.fs.Path file = facts.jobFile();
    try (InputStream in = file.getFileSystem(configuration).open(file)) {
      return Optional.of(in.readAllBytes());
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} cannot be read", file, e);
      return Optional.empty();
    }
  }

  void afterEnd(JobExecution job, Optional<byte[]> jobXml) {
    endListener.ended(job, jobXml);
  }

  /** Removes everything of the job but its output. Later calls do nothing. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    closeOne(logs, "logs");
    closeOne(facts.store().spill(), "spill file");
    closeOne(users, "file systems");
    closeOne(loaders, "class loaders");
    closeOne(localizer, "localised files");
    closeOne(scratch, "scratch directories");
    closeOne(() -> directory.getFileSystem(configuration).delete(directory, true), "submission");
  }

  /** Closes one resource. A failure is logged, so that the others are closed, too. */
  private static void closeOne(AutoCloseable closeable, String what) {
    try {
      closeable.close();
    } catch (Throwable e) {
      warnOf(what, e);
    }
  }

  private static void warnOf(String what, Throwable failure) {
    try {
      LOG.warn("{} is left behind: {}", what, Failure.of(failure).line());
    } catch (RuntimeException | Error noMemory) {
      return;
    }
  }
}
