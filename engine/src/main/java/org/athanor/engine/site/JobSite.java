// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.localize.JobLocalizer;
import org.athanor.engine.localize.TaskClassLoaders;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.run.SpillCipher;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.task.JobFacts;
import org.athanor.engine.task.MapOutputStore;

/**
 * One job in one process that runs its code: local copies of its files, class loaders, users, logs,
 * scratch directories, and the file of its spilled map output. Closed when no code of the job runs
 * in the process any more. Thread-safe.
 */
public final class JobSite implements AutoCloseable {
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
   * @param keeper says where the logs of its attempts are kept
   * @param retained memory for the job's sorted map output
   * @throws IOException if a file is missing or wrong, or no directory can be made; nothing is left
   *     behind
   */
  public JobSite(SubmittedJob job, JobLogs.Keeper keeper, BufferPool retained) throws IOException {
    this(job, keeper, retained, Host.HERE);
  }

  /** As the other constructor, but on a machine that may be another one than this. */
  public JobSite(SubmittedJob job, JobLogs.Keeper keeper, BufferPool retained, Host host)
      throws IOException {
    this(job, keeper, retained, JobLocalizer.Wanted.ALL, host);
  }

  /**
   * As the other constructor, for a process that runs the job's output committer, but no tasks:
   * copies only what is on the job's class path.
   */
  public static JobSite ofCommitter(SubmittedJob job, BufferPool retained) throws IOException {
    return new JobSite(
        job, JobLogs.Keeper.NOBODY, retained, JobLocalizer.Wanted.CLASSES, Host.HERE);
  }

  private JobSite(
      SubmittedJob job,
      JobLogs.Keeper keeper,
      BufferPool retained,
      JobLocalizer.Wanted wanted,
      Host host)
      throws IOException {
    JobConf conf = new JobConf(job.configuration());
    conf.setClassLoader(job.configuration().getClassLoader());
    conf.setCredentials(job.credentials());
    JobID id = JobID.downgrade(job.id());
    this.users = new TaskUsers(job.user(), job.credentials());
    this.scratch = ScratchDirectories.create(conf);
    JobLocalizer files = null;
    TaskClassLoaders classes = null;
    boolean complete = false;
    try {
      Path place =
          wanted == JobLocalizer.Wanted.CLASSES
              ? scratch.first()
              : scratch.forIntermediateData(conf);
      SpillFile spill = spillFile(conf, place.resolve("spill"), host);
      files = JobLocalizer.localize(conf, id, scratch.first(), wanted);
      classes = TaskClassLoaders.create(conf, files.classPath());
      this.localizer = files;
      this.loaders = classes;
      this.facts =
          new JobFacts(
              job,
              conf,
              String.join(",", scratch.paths().stream().map(Path::toString).toList()),
              new MapOutputStore(retained, spill),
              host.clock());
      this.logs = keeper.of(conf, job.user(), scratch.first());
      this.userCode = new UserCode(id, loaders, users, logs);
      complete = true;
    } finally {
      if (!complete) {
        BestEffort.close(classes, "class loaders");
        BestEffort.close(files, "localised files");
        BestEffort.close(scratch, "scratch directories");
      }
    }
  }

  private static SpillFile spillFile(JobConf conf, Path file, Host host) throws IOException {
    boolean isEncrypted =
        conf.getBoolean(
            MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA,
            MRJobConfig.DEFAULT_MR_ENCRYPTED_INTERMEDIATE_DATA);
    return new SpillFile(file, host.spills(), isEncrypted ? spillCipher(conf) : null);
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
    BestEffort.close(logs, "logs");
    BestEffort.close(facts.store().spill(), "spill file");
    BestEffort.close(users, "file systems");
    BestEffort.close(loaders, "class loaders");
    BestEffort.close(localizer, "localised files");
    BestEffort.close(scratch, "scratch directories");
  }
}
