// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.affinity.Affinity;
import org.athanor.engine.cache.CachedFiles;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.config.JobKeys;
import org.athanor.engine.config.UnknownKeys;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.execution.EndNotification;
import org.athanor.engine.execution.EngineJobs;
import org.athanor.engine.execution.JobDescription;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.exit.JvmExit;
import org.athanor.engine.exit.TaskThreads;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.files.PrivateDirectory;
import org.athanor.engine.files.TaskFileSystems;
import org.athanor.engine.history.JobHistoryWriter;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.localize.JobLocalizer;
import org.athanor.engine.logs.JobLogs;
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

  private final JvmKeeper jvm = new JvmKeeper();
  private final EngineJobs jobs = new EngineJobs("the JVM is ending; no job can be submitted");

  @GuardedBy("this")
  private int submissions; // how many are being read

  @GuardedBy("this")
  private Worker worker;

  /** A part of the names of jobs. */
  @GuardedBy("this")
  private String identifier = Long.toString(System.currentTimeMillis());

  @GuardedBy("this")
  private int lastJob;

  @GuardedBy("this")
  private boolean prepared; // for the end of the JVM

  // Set before any job.
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
      JobKeys.check(conf);
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
    useFileSystems(job);
    Worker assigned = beginSubmission(settings);
    try {
      JobDescription description = JobDescription.of(job);
      JobSite site =
          new JobSite(
              job, JobLogs.Keeper.aggregating(description::containers), assigned.retained());
      return start(description, site, assigned);
    } finally {
      endSubmission();
    }
  }

  private static void useFileSystems(SubmittedJob job) {
    Configuration conf = job.configuration();
    if (CachedFiles.isDeferred(conf)) {
      if (CachedFiles.areSeenByDriver(conf)) {
        CachedFiles.defer(job.id());
      } else {
        CachedFiles.neverDefer(conf);
        LOG.warn(
            "{}=deferred: only drivers that athanor run starts, with this key, can see files that"
                + " are not written yet; write-through is used",
            EngineKeys.CACHE_MODE.name());
      }
    }
    TaskFileSystems.useIn(conf);
    CachedFiles.useIn(conf);
  }

  /** Returns the Worker that the job will use; it stays open until {@link #endSubmission}. */
  private synchronized Worker beginSubmission(EngineSettings settings) throws IOException {
    jobs.check();
    useWorker(settings);
    submissions++;
    return worker;
  }

  private synchronized void endSubmission() {
    submissions--;
    notifyAll(); // awaitSubmissions
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
      jobs.add(job);
      taken = true;
      job.start();
      return job.view();
    } finally {
      if (!taken) {
        jobs.remove(id);
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

  @GuardedBy("this")
  private void useWorker(EngineSettings settings) {
    if (history == null) {
      history = new JobHistoryWriter();
    }
    if (!prepared) {
      prepared = true;
      ShutdownHookManager.get()
          .addShutdownHook(
              this::shutDown, SHUTDOWN_PRIORITY, SHUTDOWN_SECONDS + 5, TimeUnit.SECONDS);
      JvmExit.prepare();
      Failure.prepare();
    }
    if (worker != null && worker.settings().equals(settings)) {
      return;
    }
    if (worker != null && (submissions > 0 || !jobs.areOver())) {
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

  private void ended(JobExecution job, Optional<byte[]> jobXml) {
    try {
      EndNotification.send(job.view());
      history.writeLater(job.view(), jobXml, job::setHistoryFile);
    } finally {
      jvm.jobEnded();
    }
  }

  /** Returns a job that runs or has just ended. */
  Optional<JobExecution> execution(JobID id) {
    return jobs.execution(id);
  }

  @Override
  public Optional<JobView> job(JobID id) {
    return jobs.view(id);
  }

  @Override
  public Collection<JobView> jobs() {
    return jobs.views();
  }

  @Override
  public void kill(JobID id) {
    jobs.kill(id);
  }

  @Override
  public boolean endAttempt(TaskAttemptID id, boolean asFailed) {
    return jobs.endAttempt(id, asFailed);
  }

  @Override
  public void setPriority(JobID id, JobPriority priority) {
    jobs.setPriority(id, priority);
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
    return jobs.runningMaps();
  }

  @Override
  public int runningReduces() {
    return jobs.runningReduces();
  }

  /**
   * Ends what belongs to the application that has used this engine, as the end of the JVM would:
   * the histories of its jobs and what is only in the cache are written, and both are forgotten.
   * The next application begins with the first job, and finds the Worker with its memory and
   * compiled code.
   *
   * @return false, and nothing has changed, if a job runs or does not end within 20 s
   */
  public static boolean endApplication() throws InterruptedException {
    return ENGINE.forgetJobs();
  }

  private boolean forgetJobs() throws InterruptedException {
    if (!jobs.areOver()) {
      return false;
    }
    EngineJobs.awaitEnd(jobs.running(), SHUTDOWN_SECONDS);
    JobHistoryWriter written;
    synchronized (this) {
      if (submissions > 0 || !jobs.forget()) {
        return false;
      }
      written = history;
      history = null;
      lastJob = 0;
      // Two applications must not have a job of the same name.
      identifier =
          Long.toString(Math.max(System.currentTimeMillis(), Long.parseLong(identifier) + 1));
    }
    if (written != null) {
      written.close();
    }
    CachedFiles.endApplication();
    JobLocalizer.forgetWorkingDirectory();
    PrivateDirectory.forgetPlaces();
    UnknownKeys.forgetWarnings();
    return true;
  }

  /**
   * Returns whether a thread serves jobs of this engine, or waits for them. A thread whose
   * operation was abandoned does not, although code of its task may go on there.
   */
  public static boolean isServedBy(Thread thread) {
    return ENGINE.hasThread(thread);
  }

  private synchronized boolean hasThread(Thread thread) {
    return worker != null && worker.runsOn(thread);
  }

  /** Waits for the submissions that are being read: they are refused, and clean up. */
  private synchronized void awaitSubmissions() throws InterruptedException {
    while (submissions > 0) {
      wait();
    }
  }

  private void shutDown() {
    List<JobExecution> ending = jobs.close();
    // A thread of a task does not return from this call, so its job cannot end.
    boolean byTask = JvmExit.caller().filter(TaskThreads::contain).isPresent();
    if (byTask && !ending.isEmpty()) {
      LOG.warn("code of a task ends the JVM: running jobs are cut off, and the exit code is 1");
      JvmExit.endWith(1);
    }
    ending.forEach(job -> job.kill("the JVM is ending"));
    try {
      EngineJobs.awaitEnd(ending, byTask ? SHUTDOWN_BY_TASK_SECONDS : SHUTDOWN_SECONDS);
      awaitSubmissions();
    } catch (InterruptedException e) {
      LOG.warn("interrupted while jobs end; their temporary files may be left behind");
    }
  }
}
