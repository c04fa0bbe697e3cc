// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.ProtocolSignature;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Cluster.JobTrackerStatus;
import org.apache.hadoop.mapreduce.ClusterMetrics;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.QueueAclsInfo;
import org.apache.hadoop.mapreduce.QueueInfo;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskTrackerInfo;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.mapreduce.v2.LogParams;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.security.token.Token;
import org.athanor.engine.history.HistorySettings;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.job.TaskView;

/**
 * Hadoop's client protocol, implemented by an engine in the same JVM. For an unknown job, the
 * status and the counters are null, which {@code Job} and {@code JobClient} interpret as "retired";
 * lists are empty; commands throw an exception. If the engine must ask another process for it and
 * that fails, each method throws an {@code IOException} of one line. Thread-safe.
 */
public final class AthanorClientProtocol implements ClientProtocol {
  private static final long EVENT_WAIT_MILLIS = 100;

  private final JobService engine;
  private final Configuration conf;
  private final Staging staging;
  private final JobFiles jobFiles;

  /**
   * @param conf the client's own object, to which its submitter later writes the job's settings
   */
  public AthanorClientProtocol(JobService engine, Configuration conf) throws IOException {
    this(engine, conf, new StagingArea(conf), JobFiles.SHARED);
  }

  AthanorClientProtocol(JobService engine, Configuration conf, Staging staging, JobFiles jobFiles) {
    this.engine = engine;
    this.conf = conf;
    this.staging = staging;
    this.jobFiles = jobFiles;
  }

  /** What is asked of the engine. */
  private interface Question<T> {
    T ask() throws IOException;
  }

  /** Asks the engine, whose calls of other processes fail with an unchecked exception. */
  private static <T> T ask(Question<T> question) throws IOException {
    try {
      return question.ask();
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  // Submission

  @Override
  public JobID getNewJobID() throws IOException {
    return ask(engine::newJobId);
  }

  @Override
  public JobStatus submitJob(JobID id, String submitDirectory, Credentials credentials)
      throws IOException {
    JobID job = engineId(id);
    Path directory = new Path(submitDirectory);
    JobConf submitted = Submissions.configuration(submitDirectory, conf);
    jobFiles.deleteUnless(linked -> engine.job(linked).isPresent());
    jobFiles.retain(job, Submissions.jobFile(directory), staging.jobFiles());
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    return ask(
        () ->
            status(engine.submit(new SubmittedJob(job, directory, submitted, credentials, user))));
  }

  @Override
  public String getStagingAreaDir() throws IOException {
    return staging.directory().toString();
  }

  @Override
  public String getSystemDir() {
    return staging.systemDirectory().toString();
  }

  @Override
  public String getFilesystemName() {
    return staging.fileSystem().getUri().toString();
  }

  // One job

  @Override
  public JobStatus getJobStatus(JobID id) throws IOException {
    return ask(() -> job(id).map(this::status).orElse(null));
  }

  @Override
  public Counters getJobCounters(JobID id) throws IOException {
    return ask(() -> job(id).map(job -> new Counters(job.counters())).orElse(null));
  }

  /**
   * Returns reports of maps or reduces. The engine has no tasks for a job's set-up and clean-up.
   */
  @Override
  public TaskReport[] getTaskReports(JobID id, TaskType type) throws IOException {
    return ask(() -> tasks(id, type).stream().map(EngineTaskReport::of).toArray(TaskReport[]::new));
  }

  /**
   * Returns the events from {@code from} on; waits up to {@value #EVENT_WAIT_MILLIS} ms for the
   * first. So a client that waits for its job asks ten times a second, and still learns of the
   * job's end at once.
   */
  @Override
  public TaskCompletionEvent[] getTaskCompletionEvents(JobID id, int from, int max)
      throws IOException {
    int first = Math.max(0, from);
    return ask(() -> job(id).map(job -> events(job, first, Math.max(0, max))).orElse(List.of()))
        .toArray(TaskCompletionEvent[]::new);
  }

  private static List<TaskCompletionEvent> events(JobView job, int from, int max) {
    job.awaitCompletionEvent(from, EVENT_WAIT_MILLIS);
    return job.completionEvents(from, max);
  }

  @Override
  public String[] getTaskDiagnostics(TaskAttemptID id) throws IOException {
    return ask(
        () ->
            attempt(engineId(id)).stream()
                .flatMap(attempt -> attempt.diagnostics().stream())
                .toArray(String[]::new));
  }

  /**
   * Returns where the logs of an ended job are, or those of one of its attempts. The logs exist
   * only if the job's configuration enables log aggregation.
   */
  @Override
  public LogParams getLogFileParams(JobID id, TaskAttemptID attempt) throws IOException {
    return ask(() -> logParams(require(id), attempt));
  }

  private static LogParams logParams(JobView job, TaskAttemptID attempt) throws IOException {
    if (job.finishTime() == 0) {
      throw new IOException(job.id() + " has not ended: its logs can be read after its end");
    }
    if (attempt == null) {
      return logParams(job.place(), job.user());
    }
    TaskAttemptID wanted = engineId(attempt);
    Optional<ContainerPlace> place =
        wanted.getJobID().equals(engineId(job.id())) ? job.place(wanted) : Optional.empty();
    return logParams(
        place.orElseThrow(() -> new IOException(attempt + ": no such attempt of " + job.id())),
        job.user());
  }

  private static LogParams logParams(ContainerPlace place, String owner) {
    return new LogParams(
        place.container().toString(),
        place.container().getApplicationAttemptId().getApplicationId().toString(),
        place.node().toString(),
        owner);
  }

  // Commands

  @Override
  public void killJob(JobID id) throws IOException {
    ask(
        () -> {
          require(id);
          engine.kill(engineId(id));
          return null;
        });
  }

  @Override
  public boolean killTask(TaskAttemptID id, boolean asFailed) throws IOException {
    return ask(
        () -> {
          require(id.getJobID());
          return engine.endAttempt(engineId(id), asFailed);
        });
  }

  @Override
  public void setJobPriority(JobID id, String priority) throws IOException {
    ask(
        () -> {
          require(id);
          engine.setPriority(engineId(id), Priorities.parse(priority));
          return null;
        });
  }

  // The engine as a cluster

  @Override
  public JobStatus[] getAllJobs() throws IOException {
    return ask(() -> engine.jobs().stream().map(this::statusWithSlots).toArray(JobStatus[]::new));
  }

  @Override
  public ClusterMetrics getClusterMetrics() throws IOException {
    return ask(this::metrics);
  }

  private ClusterMetrics metrics() {
    int maps = engine.runningMaps();
    int reduces = engine.runningReduces();
    int slots = engine.slots();
    int jobs = engine.jobs().size();
    return new ClusterMetrics(maps, reduces, maps, reduces, 0, 0, slots, slots, jobs, 1, 0, 0);
  }

  @Override
  public JobTrackerStatus getJobTrackerStatus() {
    return JobTrackerStatus.RUNNING;
  }

  /** Returns 0: the only tracker is in the client's own JVM and cannot be lost. */
  @Override
  public long getTaskTrackerExpiryInterval() {
    return 0;
  }

  @Override
  public TaskTrackerInfo[] getActiveTrackers() {
    return new TaskTrackerInfo[] {new TaskTrackerInfo(NetUtils.getLocalHostname())};
  }

  @Override
  public TaskTrackerInfo[] getBlacklistedTrackers() {
    return new TaskTrackerInfo[0];
  }

  /** Returns the directory above the history files; not null, because {@code Cluster} needs it. */
  @Override
  public String getJobHistoryDir() {
    return HistorySettings.of(conf).directory().toString();
  }

  // Queues

  @Override
  public QueueInfo[] getQueues() throws IOException {
    return new Queues(getAllJobs()).all();
  }

  @Override
  public QueueInfo[] getRootQueues() throws IOException {
    return getQueues();
  }

  @Override
  public QueueInfo[] getChildQueues(String queue) {
    return new QueueInfo[0];
  }

  @Override
  public QueueInfo getQueue(String queue) throws IOException {
    return new Queues(getAllJobs()).byName(queue);
  }

  @Override
  public QueueAclsInfo[] getQueueAclsForCurrentUser() throws IOException {
    return new Queues(getAllJobs()).acls();
  }

  @Override
  public AccessControlList getQueueAdmins(String queue) {
    return new AccessControlList("*");
  }

  // Tokens

  @Override
  public Token<DelegationTokenIdentifier> getDelegationToken(Text renewer) throws IOException {
    return EngineTokens.create(renewer);
  }

  @Override
  public long renewDelegationToken(Token<DelegationTokenIdentifier> token) {
    return EngineTokens.renewedUntil();
  }

  /** Does nothing, because no call checks tokens. */
  @Override
  public void cancelDelegationToken(Token<DelegationTokenIdentifier> token) {}

  // Versioned protocol

  @Override
  public long getProtocolVersion(String protocol, long clientVersion) {
    return versionID;
  }

  @Override
  public ProtocolSignature getProtocolSignature(
      String protocol, long clientVersion, int clientMethodsHash) throws IOException {
    return ProtocolSignature.getProtocolSignature(this, protocol, clientVersion, clientMethodsHash);
  }

  /** Converts an id to the class that the engine uses, see {@link JobService#newJobId}. */
  private static JobID engineId(JobID id) {
    return org.apache.hadoop.mapred.JobID.downgrade(id);
  }

  private static TaskAttemptID engineId(TaskAttemptID id) {
    return org.apache.hadoop.mapred.TaskAttemptID.downgrade(id);
  }

  private Optional<JobView> job(JobID id) {
    return engine.job(engineId(id));
  }

  private JobView require(JobID id) throws IOException {
    return job(id).orElseThrow(() -> new IOException(id + ": no such job in this process"));
  }

  private Optional<AttemptView> attempt(TaskAttemptID id) {
    return tasks(id.getJobID(), id.getTaskType()).stream()
        .filter(task -> task.id().getId() == id.getTaskID().getId())
        .flatMap(task -> task.attempts().stream())
        .filter(attempt -> attempt.id().getId() == id.getId())
        .findFirst();
  }

  private List<TaskView> tasks(JobID id, TaskType type) {
    if (type != TaskType.MAP && type != TaskType.REDUCE) {
      return List.of();
    }
    return job(id).map(job -> job.tasks(type)).orElse(List.of());
  }

  private EngineJobStatus status(JobView job) {
    EngineJobStatus status =
        EngineJobStatus.of(job, jobFiles.locate(engineId(job.id()), job.jobFile()));
    status.setNumUsedSlots(status.isJobComplete() ? 0 : -1);
    return status;
  }

  /**
   * Returns a status with the number of running attempts, for lists of jobs. It visits every task,
   * which is too expensive for a status that clients poll.
   */
  private EngineJobStatus statusWithSlots(JobView job) {
    EngineJobStatus status = status(job);
    if (!status.isJobComplete()) {
      status.setNumUsedSlots(
          runningAttempts(job, TaskType.MAP) + runningAttempts(job, TaskType.REDUCE));
    }
    return status;
  }

  private static int runningAttempts(JobView job, TaskType type) {
    Predicate<AttemptView> running = AttemptView::isRunning;
    return (int)
        job.tasks(type).stream().flatMap(t -> t.attempts().stream()).filter(running).count();
  }
}
