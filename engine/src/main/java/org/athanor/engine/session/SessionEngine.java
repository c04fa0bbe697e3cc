// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.JobKeys;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.execution.EngineJobs;
import org.athanor.engine.execution.JobDescription;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.execution.JobJournal;
import org.athanor.engine.execution.JobPast;
import org.athanor.engine.exit.JvmExit;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.files.JobLocalFileSystem;
import org.athanor.engine.fleet.CommitGate;
import org.athanor.engine.fleet.Fleet;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.fleet.WorkerProcesses;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.ContainerSize;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SessionView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.job.WorkerView;
import org.athanor.engine.journal.EndedJob;
import org.athanor.engine.journal.JobFiles;
import org.athanor.engine.journal.SessionJournal;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.worker.Worker;
import org.athanor.topology.affinity.AffinityLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of a session's master: jobs run on Workers in other processes, as many at once as the
 * Workers have threads. This process decides, and runs the jobs' output committers.
 *
 * <p>A Worker whose connection ends gets no more attempts, and its process is killed. What it ran
 * counts as lost, and runs elsewhere, only when the process has ended for certain, so that it
 * cannot commit output any more.
 *
 * <p>Thread-safe. Memory of this process: {@value #POOL_BYTES} bytes for map output that committers
 * never make, and what is known of each task.
 */
public final class SessionEngine implements JobService, SessionView, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionEngine.class);

  /** Threads for calls of output committers. */
  private static final int THREADS = 4;

  private static final long POOL_BYTES = 8L << 20;
  private static final int BUFFER_BYTES = 16 << 10;

  /** How long a map waits for a Worker on a host of its input, and again for one on a rack. */
  private static final long LOCALITY_WAIT_MILLIS = 500;

  private static final int SHUTDOWN_SECONDS = 20;
  private static final int WORKERS_END_SECONDS = 5;

  private final EngineJobs jobs = new EngineJobs("the session is ending; no job can be submitted");
  private final Worker own =
      new Worker(new EngineSettings(THREADS, POOL_BYTES, BUFFER_BYTES, AffinityLevel.NONE));
  private final JobEnds ends;
  private final ContainerPlace place;
  private final JobIds ids;
  private final UnaryOperator<String> racks;
  private final WorkerProcesses processes;
  private final Optional<SessionJournal> journal;
  private final CommitGate commits;
  private final Fleet fleet;
  private final WorkerRoster roster = new WorkerRoster();
  private final SlotOffers offers = new SlotOffers(this::slotsOfWorkers, jobs::running);

  @GuardedBy("this")
  private final Map<Integer, RemoteWorker> workers = new LinkedHashMap<>(); // that take attempts

  @GuardedBy("this")
  private final Set<Integer> ended = new HashSet<>(); // Workers whose processes have ended

  @GuardedBy("this")
  private final Map<JobID, OpenJob> open = new LinkedHashMap<>(); // until their end is announced

  @GuardedBy("this")
  private final Set<Integer> blamed = new HashSet<>(); // Workers that were given up for their node

  @GuardedBy("this")
  private final UnreachablePeers unreachable = new UnreachablePeers(System::nanoTime);

  @GuardedBy("this")
  private String cannotStart; // why no Worker can be started any more; null if they can

  /** Finds ids for new jobs. */
  @FunctionalInterface
  public interface JobIds {
    JobID next() throws IOException;
  }

  /** Reads what a client has submitted. */
  @FunctionalInterface
  public interface Reader {
    SubmittedJob read(JobSubmission submission) throws IOException, InterruptedException;
  }

  /**
   * Begins to start Workers.
   *
   * @param racks returns the rack of a host
   * @param place of this process
   */
  public SessionEngine(
      JobIds ids, UnaryOperator<String> racks, WorkerProcesses processes, ContainerPlace place) {
    this(ids, racks, processes, place, Optional.empty(), CommitGate.ALWAYS_OPEN);
  }

  /**
   * Begins to start Workers.
   *
   * @param racks returns the rack of a host
   * @param place of this process
   * @param journal is told what a later master must know; empty if there will be none
   * @param commits while it is closed, nothing is committed
   */
  public SessionEngine(
      JobIds ids,
      UnaryOperator<String> racks,
      WorkerProcesses processes,
      ContainerPlace place,
      Optional<SessionJournal> journal,
      CommitGate commits) {
    this.journal = journal;
    this.commits = commits;
    this.fleet = new Fleet(new Workers(), commits);
    this.ends = new JobEnds(journal);
    this.place = place;
    this.ids = ids;
    this.racks = racks;
    this.processes = processes;
    JvmExit.prepare();
    Failure.prepare();
    offers.start();
    processes.begin(new Processes());
  }

  /** Returns the connected Workers; their connections are to be handed to it. */
  public Fleet fleet() {
    return fleet;
  }

  @Override
  public JobID newJobId() {
    try {
      return ids.next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public JobView submit(SubmittedJob submitted) throws IOException {
    check(submitted);
    if (journal.isEmpty()) {
      return begin(submitted.asUser(() -> JobDescription.of(submitted, place)), job -> {});
    }
    JobSubmission submission = JobSubmission.of(submitted);
    journal.get().add(submission);
    boolean taken = false;
    try {
      JobView job = beginKept(submitted, journal.get().open(submission.id()));
      taken = true;
      return job;
    } finally {
      if (!taken) {
        journal.get().remove(submission.id());
      }
    }
  }

  private JobView beginKept(SubmittedJob submitted, JobFiles files) throws IOException {
    JobPast past = files.past();
    submitted.configuration().setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, past.masters());
    JobJournal fenced = new FencedJournal(files, commits);
    return begin(
        submitted.asUser(() -> JobDescription.of(submitted, place, past, fenced)), files::follow);
  }

  /**
   * Goes on with the jobs of earlier masters. Those that cannot go on, or whose part of the journal
   * cannot be read, have failed. To be called once, before clients and Workers can reach this
   * master.
   *
   * @param process the configuration of this process
   * @throws IOException if the journal cannot be listed
   */
  public void recover(Reader reader, Configuration process)
      throws IOException, InterruptedException {
    if (journal.isPresent()) {
      List<EndedJob> unannounced = new ArrayList<>();
      for (org.apache.hadoop.mapred.JobID id : journal.get().jobs()) {
        try {
          recover(id, journal.get(), reader, process).ifPresent(unannounced::add);
        } catch (IOException | RuntimeException e) {
          isUnreadable(id, Failure.of(e));
        }
      }
      ends.announceLater(unannounced);
    }
  }

  private void isUnreadable(org.apache.hadoop.mapred.JobID id, Failure failure) throws IOException {
    LOG.warn("{}: its journal cannot be read: {}", id, failure.trace());
    jobs.remember(
        EndedJob.of(
            id,
            UserGroupInformation.getCurrentUser().getShortUserName(),
            new Path("job.xml"),
            JobStatus.State.FAILED,
            "its ApplicationMaster has ended, and the next one cannot read what it wrote down: "
                + failure.line(),
            System.currentTimeMillis()));
  }

  /** Returns the job if it has ended and that is still to be announced. */
  private Optional<EndedJob> recover(
      org.apache.hadoop.mapred.JobID id, SessionJournal known, Reader reader, Configuration process)
      throws IOException, InterruptedException {
    Optional<EndedJob> end = known.end(id);
    if (end.isPresent()) {
      jobs.remember(end.get());
      return unannounced(end.get(), known, process);
    }
    if (!known.isTaken(id)) {
      known.remove(id); // Its client has no answer, and submits it again.
      return Optional.empty();
    }
    JobSubmission submission = known.submission(id);
    JobFiles files = known.open(id);
    if (files.isCommitted()) {
      LOG.info("{} was committed by an earlier ApplicationMaster", id);
      return endNow(
          submission,
          files.committed().orElseGet(() -> ended(submission, JobStatus.State.SUCCEEDED, "")),
          process);
    }
    if (files.hasCommitFailed()) {
      return endNow(
          submission,
          ended(
              submission,
              JobStatus.State.FAILED,
              "an earlier ApplicationMaster could not commit the output"),
          process);
    }
    return goOn(submission, files, reader, process);
  }

  private static Optional<EndedJob> unannounced(
      EndedJob end, SessionJournal known, Configuration process) {
    try {
      return known.isAnnounced(end.id())
          ? Optional.empty()
          : known.configuration(end.id(), process).map(end::with);
    } catch (IOException | RuntimeException e) {
      LOG.warn("the end of {} is not announced: {}", end.id(), e.toString());
      return Optional.empty();
    }
  }

  private Optional<EndedJob> goOn(
      JobSubmission submission, JobFiles files, Reader reader, Configuration process)
      throws InterruptedException {
    try {
      beginKept(reader.read(submission), files);
      LOG.info("{} goes on", submission.id());
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      Failure failure = Failure.of(e);
      LOG.warn("{} cannot go on: {}", submission.id(), failure.trace());
      return endNow(
          submission,
          ended(
              submission,
              JobStatus.State.FAILED,
              "its ApplicationMaster has ended, and the next one cannot go on: " + failure.line()),
          process);
    }
  }

  private static EndedJob ended(JobSubmission submission, JobStatus.State state, String reason) {
    return EndedJob.of(
        submission.id(),
        submission.user(),
        new Path(submission.directory(), "job.xml"),
        state,
        reason,
        System.currentTimeMillis());
  }

  /**
   * Ends a job that does not run here. Returns it for the announcement of its end, for which its
   * configuration must be known.
   */
  private Optional<EndedJob> endNow(JobSubmission submission, EndedJob ended, Configuration process)
      throws InterruptedException {
    Optional<EndedJob> known = configuration(submission, process).map(ended::with);
    jobs.remember(known.map(EndedJob::of).orElse(ended));
    known.ifPresentOrElse(ends::keep, () -> ends.keep(ended, Optional.empty()));
    Path directory = new Path(submission.directory());
    UserGroupInformation user = submission.submitter();
    BestEffort.close(
        () ->
            user.doAs(
                (PrivilegedExceptionAction<Boolean>)
                    () -> directory.getFileSystem(process).delete(directory, true)),
        "submission");
    BestEffort.close(() -> FileSystem.closeAllForUGI(user), "file systems");
    return known;
  }

  private static Optional<JobConf> configuration(JobSubmission submission, Configuration process)
      throws InterruptedException {
    try {
      return Optional.of(submission.read(process).configuration());
    } catch (IOException | RuntimeException e) {
      LOG.warn("the end of {} is not announced: {}", submission.id(), e.toString());
      return Optional.empty();
    }
  }

  /**
   * Begins to run a job.
   *
   * @param made is given the job before it starts
   */
  private JobView begin(JobDescription description, Consumer<JobView> made) throws IOException {
    SubmittedJob submitted = description.submitted();
    JobLocalFileSystem.useIn(submitted.configuration());
    JobSite site = submitted.asUser(() -> JobSite.ofCommitter(submitted, own.retained()));
    boolean taken = false;
    try {
      JobExecution job =
          new JobExecution(
              description,
              site,
              own,
              new InputPlaces(racks).of(description.splits(), LOCALITY_WAIT_MILLIS),
              new Offered(),
              this::ended);
      made.accept(job.view());
      jobs.add(job);
      taken = true;
      openOnAll(new OpenJob(submitted, job));
      job.start();
      return job.view();
    } finally {
      if (!taken) {
        site.close();
        description.deleteSubmission();
      }
    }
  }

  /** The slots of the session's Workers, as a job sees them. */
  private final class Offered implements JobExecution.Slots {
    @Override
    public void wanted(JobExecution job) {
      offers.want();
    }

    @Override
    public Optional<ContainerSize> containers() {
      return processes.containers();
    }
  }

  private void check(SubmittedJob submitted) throws IOException {
    try {
      JobKeys.check(submitted.configuration());
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    jobs.check();
    synchronized (this) {
      if (cannotStart != null) {
        throw new IOException("the session has no Workers: " + cannotStart);
      }
    }
  }

  /** Lets Workers remove their files before their processes are ended. */
  private synchronized void awaitEndOfWorkers() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WORKERS_END_SECONDS);
    try {
      for (long left = 1; left > 0 && !workers.isEmpty(); left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // They are ended at once.
    }
  }

  /** Opens a new job on all Workers, those that join from now on included. */
  private void openOnAll(OpenJob job) {
    List<RemoteWorker> known;
    synchronized (this) {
      open.put(job.execution().view().id(), job);
      known = List.copyOf(workers.values());
    }
    known.forEach(worker -> job.open(worker, place(worker)));
  }

  private Locality.Place place(RemoteWorker worker) {
    String rack = worker.rack().isEmpty() ? racks.apply(worker.host()) : worker.rack();
    return new Locality.Place(worker.host(), rack);
  }

  private void ended(JobExecution job, Optional<byte[]> jobXml) {
    ends.keep(job.view(), jobXml);
    OpenJob removed;
    synchronized (this) {
      removed = open.remove(job.view().id());
    }
    ends.announce(
        job.view(),
        jobXml,
        job::setHistoryFile,
        () -> BestEffort.close(() -> closeFileSystems(removed), "file systems"));
  }

  /** Closes those of the job's user, unless that is this process's, too. */
  private static void closeFileSystems(OpenJob ended) throws IOException {
    if (ended != null && !ended.user().equals(UserGroupInformation.getCurrentUser())) {
      FileSystem.closeAllForUGI(ended.user());
    }
  }

  private synchronized List<OpenJob> openJobs() {
    return List.copyOf(open.values());
  }

  private synchronized List<SlotOffers.Slots> slotsOfWorkers() {
    List<SlotOffers.Slots> slots = new ArrayList<>();
    workers.values().forEach(w -> slots.add(new SlotOffers.Slots(w.number(), w.threads())));
    return slots;
  }

  /** Follows the connections of Workers. */
  private final class Workers implements Fleet.Listener {
    @Override
    public void joined(RemoteWorker worker) {
      List<OpenJob> known;
      synchronized (SessionEngine.this) {
        if (ended.contains(worker.number())) {
          worker.drop("its process has ended"); // and nobody will say so again
          return;
        }
        roster.joined(worker);
        workers.put(worker.number(), worker);
        known = openJobs();
      }
      known.forEach(job -> job.open(worker, place(worker)));
    }

    @Override
    public void lost(int worker, String reason) {
      synchronized (SessionEngine.this) {
        workers.remove(worker);
        SessionEngine.this.notifyAll(); // awaitEndOfWorkers
      }
      roster.gone(worker, reason);
      processes.kill(worker);
    }

    @Override
    public void unreachable(RemoteWorker from, int peer) {
      SessionEngine.this.unreachable(from, peer);
    }
  }

  /** Gives a Worker up if the map output of jobs cannot get to where it is needed. */
  private void unreachable(RemoteWorker from, int peer) {
    String what = "Worker " + peer + " cannot be reached by " + from;
    LOG.warn("{}", what);
    OptionalInt fault;
    RemoteWorker dropped;
    boolean isHopeless;
    synchronized (this) {
      fault = unreachable.complains(from.number(), peer, workers.keySet());
      // Removed at once: others complain of it, too, before its connection has ended.
      dropped = fault.isPresent() ? workers.remove(fault.getAsInt()) : null;
      if (dropped != null) {
        blamed.add(dropped.number());
      }
      isHopeless = unreachable.isHopeless();
    }
    if (dropped == null) {
      return;
    }
    if (isHopeless) {
      String why =
          "the nodes cannot reach each other: "
              + what
              + "; check firewalls, and the address that "
              + EngineKeys.NETWORK_INTERFACE.name()
              + " selects";
      openJobs().forEach(job -> job.execution().cannotRun(why));
    }
    processes.blame(dropped.number());
    dropped.drop(what);
  }

  /** Follows the processes of Workers. */
  private final class Processes implements WorkerProcesses.Listener {
    @Override
    public void ended(int worker, String reason, boolean isByCluster) {
      RemoteWorker connected;
      boolean isSuspicious;
      synchronized (SessionEngine.this) {
        ended.add(worker);
        connected = workers.remove(worker);
        isSuspicious = !isByCluster && !blamed.contains(worker);
      }
      if (connected != null) {
        connected.drop(reason);
      }
      roster.gone(worker, reason);
      openJobs().forEach(job -> job.lost(worker, reason, isSuspicious));
    }

    @Override
    public void cannotStart(String reason) {
      LOG.error("no Worker can be started: {}", reason);
      synchronized (SessionEngine.this) {
        cannotStart = reason;
      }
      openJobs().forEach(job -> job.execution().cannotRun(reason));
    }
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
    offers.want();
  }

  @Override
  public synchronized int slots() {
    return workers.values().stream().mapToInt(RemoteWorker::threads).sum();
  }

  @Override
  public int runningMaps() {
    return jobs.runningMaps();
  }

  @Override
  public int runningReduces() {
    return jobs.runningReduces();
  }

  @Override
  public List<WorkerView> workers() {
    List<JobExecution> running = jobs.running();
    return roster.views(worker -> running.stream().mapToInt(job -> job.attemptsOn(worker)).sum());
  }

  @Override
  public synchronized Optional<String> problem() {
    return Optional.ofNullable(cannotStart);
  }

  /** Returns whether no job runs or waits. */
  public synchronized boolean isIdle() {
    return open.isEmpty();
  }

  /**
   * Kills the jobs that still run, ends the Workers, and writes the histories that wait. Takes
   * {@value #SHUTDOWN_SECONDS} s and a few more at most.
   */
  @Override
  public void close() {
    List<JobExecution> ending = jobs.close();
    ending.forEach(job -> job.kill("the session is ending"));
    try {
      EngineJobs.awaitEnd(ending, SHUTDOWN_SECONDS);
    } catch (InterruptedException e) {
      LOG.warn("interrupted while jobs end; their temporary files may be left behind");
      Thread.currentThread().interrupt();
    }
    offers.close();
    fleet.workers().forEach(RemoteWorker::end);
    awaitEndOfWorkers();
    processes.close();
    ends.close();
    own.close();
  }
}
