// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.Containers;
import org.athanor.engine.job.SubmittedJob;
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
 * One job in one process that runs its code: local copies of its files, class loaders, users, logs,
 * scratch directories, and the file of its spilled map output. Closed when no code of the job runs
 * in the process any more. Thread-safe.
 */
public final class JobSite implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobSite.class);

  private final JobConf configuration;
  private final TaskUsers users;
  private final ScratchDirectories scratch;
  private final JobFacts facts;
  private final JobLocalizer localizer;
  private final TaskClassLoaders loaders;
  private final UserCode userCode;
  private final JobLogs logs;

  @GuardedBy("this")
  private boolean closed;

  /**
   * Makes the job's directories and copies its files to this machine, which may take as long as a
   * download.
   *
   * @param containers the ids of its attempts' containers, called only if its logs are saved
   * @param retained memory for the job's sorted map output
   * @throws IOException if a file is missing or wrong, or no directory can be made; nothing is left
   *     behind
   */
  public JobSite(SubmittedJob job, Supplier<Containers> containers, BufferPool retained)
      throws IOException {
    this.configuration = new JobConf(job.configuration());
    this.configuration.setClassLoader(job.configuration().getClassLoader());
    this.configuration.setCredentials(job.credentials());
    this.users = new TaskUsers(job.user(), job.credentials());
    this.scratch = ScratchDirectories.create(configuration);
    boolean complete = false;
    try {
      JobID id = JobID.downgrade(job.id());
      SpillFile spill = spillFile();
      this.localizer = JobLocalizer.localize(configuration, id, scratch.first());
      this.loaders = loaders(configuration, localizer);
      this.facts =
          new JobFacts(
              id,
              configuration,
              job.file(),
              job.user().getShortUserName(),
              String.join(",", scratch.paths().stream().map(Path::toString).toList()),
              new MapOutputStore(retained, spill));
      this.logs = logs(job, containers);
      this.userCode = new UserCode(id, loaders, users, logs);
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

  private JobLogs logs(SubmittedJob job, Supplier<Containers> containers) {
    try {
      return JobLogs.of(configuration, containers, job.user(), scratch.first());
    } catch (RuntimeException | Error e) {
      loaders.close();
      closeOne(localizer, "localised files");
      throw e;
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

  /** Returns what the job's attempts in this process have in common. */
  public JobFacts facts() {
    return facts;
  }

  public UserCode userCode() {
    return userCode;
  }

  public JobLogs logs() {
    return logs;
  }

  /** See {@link JobLocalizer#link}. */
  public Optional<String> link(Consumer<Optional<String>> listener) {
    return localizer.link(listener);
  }

  /** Removes everything of the job from this process and machine. Later calls do nothing. */
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
