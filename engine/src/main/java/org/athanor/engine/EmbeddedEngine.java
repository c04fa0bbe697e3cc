// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.affinity.Affinity;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.execution.EndNotification;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.execution.Submission;
import org.athanor.engine.history.JobHistoryWriter;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.worker.DaemonThread;
import org.athanor.engine.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of this JVM: one Worker with all its processors, any number of jobs at once (the
 * embedded deployment). When the JVM ends, jobs that still run are killed and cleaned up.
 * Thread-safe.
 */
public final class EmbeddedEngine implements JobService {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedEngine.class);

  /** Ended jobs that clients can still ask about. */
  private static final int REMEMBERED_JOBS = 100;

  private static final int TICK_MILLIS = 100;

  /** Before staging areas are removed (15) and file systems closed (10). */
  private static final int SHUTDOWN_PRIORITY = 30;

  private static final int SHUTDOWN_SECONDS = 20;

  private static final EmbeddedEngine ENGINE = new EmbeddedEngine();

  private final String identifier = Long.toString(System.currentTimeMillis());
  // Guarded by this, from here on.
  private final Map<JobID, JobExecution> jobs = new LinkedHashMap<>();
  private Worker worker;
  private ScheduledExecutorService ticker;
  private ScheduledFuture<?> ticking;
  private int lastJob;
  private boolean shutDown;

  // Set with the first worker, before any job.
  private volatile JobHistoryWriter history;

  private EmbeddedEngine() {}

  /**
   * The engine, with the configuration's settings checked.
   *
   * @throws IOException if a setting has a value that is not allowed
   */
  public static JobService get(Configuration conf) throws IOException {
    settings(conf);
    return ENGINE;
  }

  /** The engine as it is. */
  public static JobService get() {
    return ENGINE;
  }

  private static EngineSettings settings(Configuration conf) throws IOException {
    try {
      return EngineSettings.of(
          conf, Runtime.getRuntime().maxMemory(), Runtime.getRuntime().availableProcessors());
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Of a job only: of what is thrown to clients that connect, Hadoop shows nothing. */
  private static void checkAffinity(EngineSettings settings) throws IOException {
    try {
      Affinity.check(settings);
    } catch (InvalidSettingException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public synchronized JobID newJobId() {
    return new org.apache.hadoop.mapred.JobID(identifier, ++lastJob);
  }

  @Override
  public synchronized JobView submit(
      JobID id,
      Path submitDirectory,
      JobConf configuration,
      Credentials credentials,
      UserGroupInformation user)
      throws IOException {
    if (shutDown) {
      throw new IOException("the JVM is ending; no job can be submitted");
    }
    EngineSettings settings = settings(configuration);
    checkAffinity(settings);
    useWorker(settings);
    Submission submission =
        new Submission(
            id, submitDirectory, configuration, credentials, user, worker.retained(), this::ended);
    JobExecution job = new JobExecution(submission, worker, lastJob);
    jobs.put(id, job);
    tickWhileRunning();
    job.start();
    return job.view();
  }

  private void useWorker(EngineSettings settings) {
    if (worker == null) {
      history = new JobHistoryWriter();
      ShutdownHookManager.get()
          .addShutdownHook(
              this::shutDown, SHUTDOWN_PRIORITY, SHUTDOWN_SECONDS + 5, TimeUnit.SECONDS);
    } else if (worker.settings().equals(settings)) {
      return;
    } else if (jobs.values().stream().anyMatch(job -> !job.isOver())) {
      LOG.warn(
          "other jobs are running: the engine keeps its settings {} and does not take {}",
          worker.settings(),
          settings);
      return;
    } else {
      worker.close();
    }
    LOG.info("engine: {}", settings);
    worker = new Worker(settings);
  }

  private void tickWhileRunning() {
    if (ticking != null) {
      return;
    }
    if (ticker == null) {
      ticker =
          Executors.newSingleThreadScheduledExecutor(
              task -> new DaemonThread(task, "athanor-ticker"));
    }
    ticking =
        ticker.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    List<JobExecution> running = runningJobs();
    running.forEach(JobExecution::tick);
    synchronized (this) {
      if (runningJobs().isEmpty()) {
        ticking.cancel(false);
        ticking = null;
      }
    }
  }

  private synchronized List<JobExecution> runningJobs() {
    return jobs.values().stream().filter(job -> !job.hasEnded()).toList();
  }

  private void ended(JobExecution job, Optional<byte[]> jobXml) {
    EndNotification.send(job.view());
    history.writeLater(job.view(), jobXml, job::setHistoryFile);
    forgetOldJobs();
  }

  private synchronized void forgetOldJobs() {
    int excess = jobs.size() - REMEMBERED_JOBS;
    for (Iterator<JobExecution> oldest = jobs.values().iterator();
        excess > 0 && oldest.hasNext(); ) {
      if (oldest.next().hasEnded()) {
        oldest.remove();
        excess--;
      }
    }
  }

  synchronized Optional<JobExecution> execution(JobID id) {
    return Optional.ofNullable(jobs.get(id));
  }

  @Override
  public Optional<JobView> job(JobID id) {
    return execution(id).map(JobExecution::view);
  }

  @Override
  public synchronized Collection<JobView> jobs() {
    return jobs.values().stream().map(JobExecution::view).toList();
  }

  @Override
  public void kill(JobID id) {
    execution(id).ifPresent(job -> job.kill("killed by its client"));
  }

  @Override
  public boolean endAttempt(TaskAttemptID id, boolean asFailed) {
    String reason =
        asFailed ? "Task attempt failed by its client" : "Task attempt killed by its client";
    return execution(id.getJobID()).map(job -> job.endAttempt(id, asFailed, reason)).orElse(false);
  }

  @Override
  public void setPriority(JobID id, JobPriority priority) {
    execution(id).ifPresent(job -> job.setPriority(priority));
  }

  @Override
  public synchronized int slots() {
    return worker == null
        ? Runtime.getRuntime().availableProcessors()
        : worker.settings().threads();
  }

  /** Buffers that hold map output of any job; for tests. */
  synchronized int retainedBuffers() {
    return worker == null ? 0 : worker.retained().lent();
  }

  @Override
  public int runningMaps() {
    return runningJobs().stream().mapToInt(JobExecution::runningMaps).sum();
  }

  @Override
  public int runningReduces() {
    return runningJobs().stream().mapToInt(JobExecution::runningReduces).sum();
  }

  private void shutDown() {
    List<JobExecution> running;
    synchronized (this) {
      shutDown = true;
      running = runningJobs();
    }
    running.forEach(job -> job.kill("the JVM is ending"));
    try {
      for (JobExecution job : running) {
        job.awaitEnd();
      }
    } catch (InterruptedException e) {
      LOG.warn(
          "jobs did not end in {} s; their temporary files may be left behind", SHUTDOWN_SECONDS);
    }
  }
}
