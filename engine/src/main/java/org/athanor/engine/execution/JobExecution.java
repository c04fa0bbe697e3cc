// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.StringUtils;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Command;
import org.athanor.engine.coordinator.Event;
import org.athanor.engine.coordinator.JobCoordinator;
import org.athanor.engine.coordinator.JobState;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.run.Run;
import org.athanor.engine.task.AttemptStoppedException;
import org.athanor.engine.task.JobFacts;
import org.athanor.engine.task.MapAttempt;
import org.athanor.engine.task.ReduceAttempt;
import org.athanor.engine.task.RunMerge;
import org.athanor.engine.task.TaskAttempt;
import org.athanor.engine.task.WorkArea;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job from submission to its end. Events (an attempt ended, somebody kills the job) go to the
 * coordinator under the job's lock; its commands only queue operations or tell them to stop, so
 * they are carried out under the lock too, which keeps them in order. Everything that does I/O is
 * an operation on an engine thread. Thread-safe.
 */
public final class JobExecution implements JobView {
  private static final Logger LOG = LoggerFactory.getLogger(JobExecution.class);

  private final Submission submission;
  private final Worker worker;
  private final Share share;
  private final JobCommit commit;
  private final long submitTime = System.currentTimeMillis();
  private final CountDownLatch ended = new CountDownLatch(1);

  private final Object lock = new Object();
  // Guarded by lock, down to the next comment.
  private final JobCoordinator coordinator;
  private final JobRecord record;
  private final MapOutputs outputs;
  private final List<AttemptRef> heldReduces = new ArrayList<>();
  private final Map<List<Run>, Operation> merges = new HashMap<>(); // by what they merge
  private Command.AbortJob heldAbort;
  private JobStatus.State published = JobStatus.State.PREP;
  private long startTime;
  private long finishTime;
  private Counters finalCounters;
  private String historyFile = "";

  public JobExecution(Submission submission, Worker worker, long age) {
    this.submission = submission;
    this.worker = worker;
    this.share = new Share(age, priorityOf(submission.configuration().getJobPriority()));
    this.commit = new JobCommit(submission.configuration(), submission.facts().id());
    this.coordinator = new JobCoordinator(submission.plan());
    this.record = new JobRecord(submission);
    this.outputs = new MapOutputs(worker.mergeWidth());
  }

  private static int priorityOf(org.apache.hadoop.mapred.JobPriority priority) {
    return switch (priority) {
      case VERY_HIGH -> 5;
      case HIGH -> 4;
      case LOW -> 2;
      case VERY_LOW -> 1;
      default -> 3;
    };
  }

  /** Begins the job. */
  public void start() {
    handle(new Event.Submitted());
  }

  public void kill(String reason) {
    handle(new Event.KillJob(reason));
  }

  public void setPriority(JobPriority priority) {
    worker.setPriority(
        share, priorityOf(org.apache.hadoop.mapred.JobPriority.valueOf(priority.name())));
  }

  /** Ends a running attempt; answers whether there was one. */
  public boolean endAttempt(
      org.apache.hadoop.mapreduce.TaskAttemptID id, boolean asFailed, String reason) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (attempt == null || attempt.operation() == null) {
        return false;
      }
      handle(new Event.EndAttempt(attempt.ref(), asFailed, reason));
      return true;
    }
  }

  /** Takes note of where the ended job's history is. */
  public void setHistoryFile(String file) {
    synchronized (lock) {
      historyFile = file;
    }
  }

  @Override
  public String historyFile() {
    synchronized (lock) {
      return historyFile;
    }
  }

  /** Asks running attempts for their progress and ends those that have shown none for too long. */
  public void tick() {
    synchronized (lock) {
      for (AttemptRecord attempt : record.runningAttempts()) {
        long silentMillis = attempt.reporter().tick() / 1_000_000;
        long timeout = submission.taskTimeoutMillis();
        if (timeout > 0 && silentMillis > timeout && !attempt.isCommitting()) {
          handle(
              new Event.EndAttempt(
                  attempt.ref(),
                  true,
                  attempt.id() + " Timed out after " + silentMillis / 1000 + " secs"));
        }
      }
    }
  }

  /** Waits until the job has ended and everything of it is cleaned up. */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** Whether clients see the job's end; what is told to others of it may still be under way. */
  public boolean isOver() {
    synchronized (lock) {
      return finishTime != 0;
    }
  }

  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  Share share() {
    return share;
  }

  JobLogs logs() {
    return submission.logs();
  }

  private void handle(Event event) {
    synchronized (lock) {
      for (Command command : coordinator.handle(event)) {
        carryOut(command);
      }
      lock.notifyAll(); // awaitCompletionEvent
    }
  }

  private void carryOut(Command command) {
    if (command instanceof Command.SetUpJob) {
      submit(Operation.Kind.JOB, work -> setUp());
    } else if (command instanceof Command.Launch launch) {
      launch(launch.attempt());
    } else if (command instanceof Command.Stop stop) {
      stop(stop.attempt());
    } else if (command instanceof Command.CommitJob) {
      submit(Operation.Kind.JOB, work -> commitJob());
    } else if (command instanceof Command.AbortJob abort) {
      stopMerges();
      heldAbort = abort;
      releaseHeldAbort();
    } else if (command instanceof Command.End end) {
      publishEnd(end.state());
    }
  }

  private void submit(Operation.Kind kind, JobOperation.Step step) {
    worker.submit(new JobOperation(kind, share, step));
  }

  private void setUp() {
    synchronized (lock) {
      startTime = System.currentTimeMillis();
      published = JobStatus.State.RUNNING;
    }
    if (step("set-up failed", commit::setUp)) {
      handle(new Event.SetUp());
    }
  }

  /** Answers whether it went well; if not, the job fails. */
  private boolean step(String failure, UserAction action) {
    Optional<Throwable> thrown = tryStep(failure, action);
    thrown.ifPresent(t -> handle(new Event.JobFailed(failure + ": " + Failures.oneLine(t))));
    return thrown.isEmpty();
  }

  private Optional<Throwable> tryStep(String failure, UserAction action) {
    return logs()
        .captureJob(
            () -> {
              try {
                asUser(action);
                return Optional.empty();
              } catch (Throwable t) {
                LOG.warn("{}: {}", id(), failure, t);
                return Optional.of(t);
              }
            });
  }

  private void commitJob() {
    if (!step("commit failed", loader -> commit.commit())) {
      return;
    }
    Optional<byte[]> jobXml = cleanUp();
    handle(new Event.Committed());
    afterEnd(jobXml);
  }

  private void abortJob(boolean killed) {
    Optional<Throwable> unused =
        tryStep("could not remove the job's output", loader -> commit.abort(killed));
    Optional<byte[]> jobXml = cleanUp();
    handle(new Event.Aborted());
    afterEnd(jobXml);
  }

  /** Returns what the listener needs of the files that are gone now. */
  private Optional<byte[]> cleanUp() {
    synchronized (lock) {
      outputs.release();
    }
    Optional<byte[]> jobXml = submission.jobXml();
    commit.close();
    submission.close();
    worker.renewThreads();
    return jobXml;
  }

  private void publishEnd(JobState state) {
    finishTime = System.currentTimeMillis();
    if (startTime == 0) {
      startTime = finishTime;
    }
    finalCounters = record.counters();
    published =
        switch (state) {
          case SUCCEEDED -> JobStatus.State.SUCCEEDED;
          case KILLED -> JobStatus.State.KILLED;
          default -> JobStatus.State.FAILED;
        };
  }

  private void afterEnd(Optional<byte[]> jobXml) {
    try {
      submission.afterEnd(this, jobXml);
    } finally {
      ended.countDown();
    }
  }

  private void launch(AttemptRef ref) {
    if (ref.kind() == Kind.REDUCE && (!mergesDone() || outputs.isMerging())) {
      heldReduces.add(ref);
      return;
    }
    TaskAttemptID id = record.idOf(ref);
    JobFacts facts = submission.facts();
    TaskAttempt attempt =
        ref.kind() == Kind.MAP
            ? new MapAttempt(
                facts, id, submission.splits()[ref.task()].getSplitIndex(), this::mayCommit)
            : new ReduceAttempt(
                facts, id, submission.plan().maps(), outputs.all(), this::mayCommit);
    AttemptOperation operation = new AttemptOperation(this, ref, attempt);
    record.launched(ref, attempt).setOperation(operation);
    worker.submit(operation);
  }

  /**
   * Starts merges while reduces would have more runs to read than they can; answers whether none
   * was needed.
   */
  private boolean mergesDone() {
    return !startMerges(true);
  }

  private boolean startMerges(boolean last) {
    boolean started = false;
    for (List<Run> runs = outputs.nextMerge(last);
        !runs.isEmpty();
        runs = outputs.nextMerge(last)) {
      List<Run> chosen = runs;
      Operation merge = new JobOperation(Operation.Kind.MERGE, share, work -> merge(chosen, work));
      merges.put(chosen, merge);
      worker.submit(merge);
      started = true;
    }
    return started;
  }

  private void stopMerges() {
    for (Map.Entry<List<Run>, Operation> merge : List.copyOf(merges.entrySet())) {
      if (worker.withdraw(merge.getValue())) {
        outputs.mergeFailed(merge.getKey());
        merges.remove(merge.getKey());
      } else {
        worker.interrupt(merge.getValue());
      }
    }
  }

  /** Aborts once no merge runs: it would read and write what the end of the job releases. */
  private void releaseHeldAbort() {
    if (heldAbort != null && merges.isEmpty()) {
      boolean killed = heldAbort.killed();
      heldAbort = null;
      submit(Operation.Kind.JOB, work -> abortJob(killed));
    }
  }

  private void merge(List<Run> runs, WorkArea work) {
    try {
      Run[] merged = new Run[1];
      asUser(loader -> merged[0] = RunMerge.merge(submission.facts(), runs, work, loader));
      synchronized (lock) {
        merges.remove(runs);
        outputs.merged(runs, merged[0]);
      }
    } catch (Throwable t) {
      LOG.warn("{}: merge failed", id(), t);
      synchronized (lock) {
        merges.remove(runs);
        outputs.mergeFailed(runs);
        handle(new Event.JobFailed("merging map output failed: " + Failures.oneLine(t)));
      }
    }
    releaseHeldReduces();
  }

  private void releaseHeldReduces() {
    synchronized (lock) {
      List<AttemptRef> held = List.copyOf(heldReduces);
      heldReduces.clear();
      if (coordinator.state() == JobState.RUNNING) {
        held.forEach(this::launch);
      } else {
        held.forEach(ref -> handle(new Event.AttemptStopped(ref)));
      }
      releaseHeldAbort();
    }
  }

  private void stop(AttemptRef ref) {
    if (heldReduces.remove(ref)) {
      handle(new Event.AttemptStopped(ref));
      return;
    }
    AttemptRecord attempt = record.attempt(ref);
    AttemptOperation operation = attempt.operation();
    if (operation == null || attempt.isCommitting()) {
      return;
    }
    attempt.reporter().stop();
    if (worker.withdraw(operation)) {
      ended(attempt, TaskStatus.State.KILLED, "");
      handle(new Event.AttemptStopped(ref));
    } else {
      worker.interrupt(operation);
    }
  }

  private boolean mayCommit(TaskAttemptID id) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (coordinator.state() != JobState.RUNNING || attempt.reporter().isStopped()) {
        return false;
      }
      attempt.beginCommit();
      return true;
    }
  }

  void attemptStarted(AttemptRef ref) {
    synchronized (lock) {
      record.attempt(ref).started(System.currentTimeMillis());
    }
  }

  void attemptSucceeded(AttemptRef ref, TaskAttempt attempt) {
    synchronized (lock) {
      ended(record.attempt(ref), TaskStatus.State.SUCCEEDED, "");
      if (attempt instanceof MapAttempt map) {
        outputs.add(map.runs());
        if (coordinator.state() == JobState.RUNNING) {
          startMerges(false);
        }
      }
      handle(new Event.AttemptSucceeded(ref));
    }
  }

  /** The attempt threw {@code failure}. */
  void attemptEnded(AttemptRef ref, TaskAttempt attempt, Throwable failure) {
    synchronized (lock) {
      AttemptRecord ending = record.attempt(ref);
      if (failure instanceof AttemptStoppedException || attempt.reporter().isStopped()) {
        TaskStatus.State state =
            coordinator.endsAsFailure(ref) ? TaskStatus.State.FAILED : TaskStatus.State.KILLED;
        ended(ending, state, coordinator.endReason(ref));
        handle(new Event.AttemptStopped(ref));
      } else {
        LOG.warn("{} failed", attempt.id(), failure);
        ended(ending, TaskStatus.State.FAILED, "Error: " + StringUtils.stringifyException(failure));
        handle(new Event.AttemptFailed(ref, Failures.oneLine(failure)));
      }
    }
  }

  private void ended(AttemptRecord attempt, TaskStatus.State state, String diagnostic) {
    attempt.ended(state, System.currentTimeMillis(), diagnostic);
    record.ended(attempt);
  }

  /** Something to be done with the job's user and class loader. */
  @FunctionalInterface
  interface UserAction {
    void run(ClassLoader loader) throws Exception;
  }

  void asUser(UserAction action) throws Exception {
    ClassLoader loader = submission.loaders().loaderFor(Thread.currentThread());
    Thread.currentThread().setContextClassLoader(loader);
    UserGroupInformation user = submission.users().userFor(Thread.currentThread());
    Exception[] thrown = new Exception[1];
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try {
                action.run(loader);
              } catch (Exception e) {
                thrown[0] = e;
              }
              return null;
            });
    if (thrown[0] != null) {
      throw thrown[0];
    }
  }

  int running(Kind kind) {
    synchronized (lock) {
      return (int) record.runningAttempts().stream().filter(a -> a.ref().kind() == kind).count();
    }
  }

  public int runningMaps() {
    return running(Kind.MAP);
  }

  public int runningReduces() {
    return running(Kind.REDUCE);
  }

  @Override
  public JobID id() {
    return submission.facts().id();
  }

  @Override
  public String user() {
    return submission.facts().user();
  }

  @Override
  public String name() {
    return submission.configuration().getJobName();
  }

  @Override
  public String queue() {
    return submission.configuration().getQueueName();
  }

  @Override
  public JobConf configuration() {
    return submission.configuration();
  }

  @Override
  public org.apache.hadoop.fs.Path jobFile() {
    return submission.facts().jobFile();
  }

  @Override
  public JobStatus.State state() {
    synchronized (lock) {
      return published;
    }
  }

  @Override
  public String failureInfo() {
    synchronized (lock) {
      return coordinator.reason();
    }
  }

  @Override
  public long submitTime() {
    return submitTime;
  }

  @Override
  public long startTime() {
    synchronized (lock) {
      return startTime;
    }
  }

  @Override
  public long finishTime() {
    synchronized (lock) {
      return finishTime;
    }
  }

  @Override
  public float setupProgress() {
    synchronized (lock) {
      return published == JobStatus.State.PREP || coordinator.state() == JobState.SETTING_UP
          ? 0
          : 1;
    }
  }

  @Override
  public float mapProgress() {
    return progress(Kind.MAP);
  }

  @Override
  public float reduceProgress() {
    return progress(Kind.REDUCE);
  }

  /** Tasks that a job does not have make no progress, as in Hadoop. */
  private float progress(Kind kind) {
    synchronized (lock) {
      int tasks = kind == Kind.MAP ? submission.plan().maps() : submission.plan().reduces();
      return published == JobStatus.State.SUCCEEDED && tasks > 0 ? 1 : record.progress(kind);
    }
  }

  @Override
  public float cleanupProgress() {
    synchronized (lock) {
      return finishTime == 0 ? 0 : 1;
    }
  }

  @Override
  public Counters counters() {
    synchronized (lock) {
      return finalCounters != null ? finalCounters : record.counters();
    }
  }

  @Override
  public List<TaskView> tasks(TaskType type) {
    synchronized (lock) {
      return record.tasks(type == TaskType.MAP ? Kind.MAP : Kind.REDUCE, finishTime != 0);
    }
  }

  @Override
  public List<TaskCompletionEvent> completionEvents(int from, int max) {
    synchronized (lock) {
      return record.completionEvents(from, max);
    }
  }

  @Override
  public void awaitCompletionEvent(int from, long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (lock) {
      try {
        while (finishTime == 0 && record.completionEvents(from, 1).isEmpty()) {
          long left = end - System.nanoTime();
          if (left <= 0) {
            return;
          }
          TimeUnit.NANOSECONDS.timedWait(lock, left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
