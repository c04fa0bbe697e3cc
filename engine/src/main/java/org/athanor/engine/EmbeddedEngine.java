// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.affinity.Affinity;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.config.UnknownKeys;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.execution.EndNotification;
import org.athanor.engine.execution.JobDescription;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.exit.JvmExit;
import org.athanor.engine.exit.TaskThreads;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.files.JobLocalFileSystem;
import org.athanor.engine.history.JobHistoryWriter;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of this JVM: one Worker with all its processors, which runs any number of jobs at once
 * (the embedded deployment). When the JVM ends, jobs that still run are killed and cleaned up.
 * Thread-safe.
 */
public final class EmbeddedEngine implements JobService {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedEngine.class);

  /** How many ended jobs clients can still ask about. */
  private static final int REMEMBERED_JOBS = 100;

  /**
   * Higher, so earlier, than the hooks that remove staging areas (15) and close file systems (10).
   */
  private static final int SHUTDOWN_PRIORITY = 30;

  private static final int SHUTDOWN_SECONDS = 20;

  private static final int SHUTDOWN_BY_TASK_SECONDS = 1;

  /** The only Worker. */
  private static final int WORKER = 0;

  private static final Locality.Place HERE = new Locality.Place("localhost", "/default-rack");

  private static final EmbeddedEngine ENGINE = new EmbeddedEngine();

  private final String identifier = Long.toString(System.currentTimeMillis());
  private final JvmKeeper jvm = new JvmKeeper();
  private final Ticker ticker = new Ticker(this::tick);

  @GuardedBy("this")
  private final Map<JobID, JobView> views = new LinkedHashMap<>();

  @GuardedBy("this")
  private final Map<JobID, JobExecution> running = new LinkedHashMap<>();

  @GuardedBy("this")
  private int submissions; // how many are being read

  @GuardedBy("this")
  private Worker worker;

  @GuardedBy("this")
  private int lastJob;

  @GuardedBy("this")
  private boolean shutDown;

  // Set with the first worker, before any job.
  private volatile JobHistoryWriter history;

  private EmbeddedEngine() {}

  /** Returns the engine. Its settings are those of the jobs that it runs. */
  public static JobService get() {
    return ENGINE;
  }

  /**
   * Reads the settings of a job. They are checked when a job is submitted, not when a client
   * connects, because Hadoop does not show why a client could not connect.
   */
  private static EngineSettings settings(Configuration conf) throws IOException {
    try {
      UnknownKeys.check(conf);
      return EngineSettings.of(
          conf, Runtime.getRuntime().maxMemory(), Runtime.getRuntime().availableProcessors());
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

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
  public JobView submit(SubmittedJob job) throws IOException {
    EngineSettings settings = settings(job.configuration());
    checkAffinity(settings);
    JobLocalFileSystem.useIn(job.configuration());
    Worker assigned = beginSubmission(settings);
    try {
      JobDescription description = JobDescription.of(job);
      JobSite site = new JobSite(job, description::containers, assigned.retained());
      return start(description, site, assigned);
    } finally {
      endSubmission();
    }
  }

  /** Returns the Worker that the job will use; it stays open until {@link #endSubmission}. */
  private synchronized Worker beginSubmission(EngineSettings settings) throws IOException {
    refuseAtShutDown();
    useWorker(settings);
    submissions++;
    return worker;
  }

  private synchronized void endSubmission() {
    submissions--;
    notifyAll(); // awaitSubmissions
  }

  @GuardedBy("this")
  private void refuseAtShutDown() throws IOException {
    if (shutDown) {
      throw new IOException("the JVM is ending; no job can be submitted");
    }
  }

  private JobView start(JobDescription description, JobSite site, Worker assigned)
      throws IOException {
    JobID id = description.submitted().id();
    boolean taken = false;
    try {
      jvm.jobBegins();
      JobExecution job =
          new JobExecution(
              description, site, assigned, Locality.NONE, EmbeddedEngine::launchAll, this::ended);
      job.runHere(WORKER, HERE);
      synchronized (this) {
        refuseAtShutDown();
        ticker.begin();
        running.put(id, job);
        views.put(id, job.view());
        taken = true;
      }
      job.start();
      return job.view();
    } finally {
      if (!taken) {
        refuse(id);
        site.close();
        description.deleteSubmission();
        jvm.jobEnded();
      }
    }
  }

  /** Launches all attempts that the job wants: they wait for the Worker's threads in its queue. */
  private static void launchAll(JobExecution job) {
    boolean launched = true;
    while (launched) {
      launched = job.launchOn(WORKER, true);
    }
  }

  private synchronized void refuse(JobID id) {
    running.remove(id);
    views.remove(id);
  }

  @GuardedBy("this")
  private void useWorker(EngineSettings settings) {
    if (history == null) {
      history = new JobHistoryWriter();
      ShutdownHookManager.get()
          .addShutdownHook(
              this::shutDown, SHUTDOWN_PRIORITY, SHUTDOWN_SECONDS + 5, TimeUnit.SECONDS);
      JvmExit.prepare();
      Failure.prepare();
    }
    if (worker != null && worker.settings().equals(settings)) {
      return;
    }
    if (worker != null
        && (submissions > 0 || running.values().stream().anyMatch(job -> !job.isOver()))) {
      LOG.warn(
          "other jobs are running: the engine keeps its settings {} and ignores {}",
          worker.settings(),
          settings);
      return;
    }
    LOG.info("engine: {}", settings);
    Worker next = new Worker(settings); // allocates little before it runs operations
    if (worker != null) {
      worker.close();
    }
    worker = next;
  }

  /** Never throws. */
  private void tick() {
    try {
      for (JobExecution job : runningJobs()) {
        tick(job);
      }
      forgetEnded();
    } catch (RuntimeException | Error e) {
      logFailedTick(e);
    }
  }

  private static void tick(JobExecution job) {
    try {
      job.tick();
    } catch (RuntimeException | Error e) {
      logFailedTick(e);
    }
  }

  private static void logFailedTick(Throwable thrown) {
    try {
      LOG.error(
          "a periodic check of the jobs failed and is repeated: {}", Failure.of(thrown).trace());
    } catch (RuntimeException | Error e) {
      // The heap is too full even to log it. The next tick tries again.
      return;
    }
  }

  private synchronized List<JobExecution> runningJobs() {
    return running.values().stream().filter(job -> !job.hasEnded()).toList();
  }

  /** Drops what ended jobs worked with, and all of jobs that clients cannot ask about any more. */
  private synchronized void forgetEnded() {
    running.values().removeIf(JobExecution::hasEnded);
    Iterator<JobID> oldest = views.keySet().iterator();
    for (int excess = views.size() - REMEMBERED_JOBS; excess > 0 && oldest.hasNext(); ) {
      if (!running.containsKey(oldest.next())) {
        oldest.remove();
        excess--;
      }
    }
    if (running.isEmpty()) {
      ticker.rest();
    }
  }

  private void ended(JobExecution job, Optional<byte[]> jobXml) {
    try {
      EndNotification.send(job.view());
      history.writeLater(job.view(), jobXml, job::setHistoryFile);
    } finally {
      jvm.jobEnded();
    }
  }

  /** Returns a job that runs or has just ended. */
  synchronized Optional<JobExecution> execution(JobID id) {
    return Optional.ofNullable(running.get(id));
  }

  @Override
  public synchronized Optional<JobView> job(JobID id) {
    return Optional.ofNullable(views.get(id));
  }

  @Override
  public synchronized Collection<JobView> jobs() {
    return List.copyOf(views.values());
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

  /** Returns the pool that holds map output of all jobs; for tests. */
  synchronized Object pool() {
    return worker.retained();
  }

  /** Returns how many buffers hold map output of any job; for tests. */
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

  /** Waits for the submissions that are being read: they are refused, and clean up. */
  private synchronized void awaitSubmissions() throws InterruptedException {
    while (submissions > 0) {
      wait();
    }
  }

  private void shutDown() {
    List<JobExecution> jobs;
    synchronized (this) {
      shutDown = true;
      jobs = runningJobs();
    }
    // A thread of a task does not return from this call, so its job cannot end.
    boolean byTask = JvmExit.caller().filter(TaskThreads::contain).isPresent();
    if (byTask && !jobs.isEmpty()) {
      LOG.warn("code of a task ends the JVM: running jobs are cut off, and the exit code is 1");
      JvmExit.endWith(1);
    }
    jobs.forEach(job -> job.kill("the JVM is ending"));
    int seconds = byTask ? SHUTDOWN_BY_TASK_SECONDS : SHUTDOWN_SECONDS;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    try {
      for (JobExecution job : jobs) {
        if (!job.awaitEnd(end - System.nanoTime())) {
          LOG.warn(
              "{} did not end in {} s; its temporary files may be left behind",
              job.view().id(),
              seconds);
        }
      }
      awaitSubmissions();
    } catch (InterruptedException e) {
      LOG.warn("interrupted while jobs end; their temporary files may be left behind");
    }
  }
}
