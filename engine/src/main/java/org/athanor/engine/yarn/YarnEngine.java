// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.athanor.engine.cache.CachedFiles;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.JobKeys;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.KnownJobs;
import org.athanor.engine.job.SubmittedJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs of one user on one YARN cluster. The first job of a queue starts a session there, whose
 * Workers serve the later ones. A session that has ended is replaced when the next job comes.
 * Clients can ask about jobs that have not ended, and about the last {@value #REMEMBERED_JOBS} that
 * have; see also {@link UnaskedJobs}. Thread-safe; no lock is held during a call to the cluster.
 */
public final class YarnEngine implements JobService, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(YarnEngine.class);

  /** How many jobs clients can still ask about after their ends are known. */
  private static final int REMEMBERED_JOBS = 100;

  private final Configuration conf;
  private final UserGroupInformation user;
  private final ResourceManager manager;
  private final MasterLink.Connector connector;

  /** Sessions, and those that are being started, by queue. */
  @GuardedBy("this")
  private final Map<String, CompletableFuture<Session>> sessions = new HashMap<>();

  /** Applications of which this process does not know yet that their masters run. */
  @GuardedBy("this")
  private final Map<ApplicationId, SessionFiles> starting = new HashMap<>();

  /** Tokens of the last session of a queue that has ended before the next one was started. */
  @GuardedBy("this")
  private final Map<String, SessionTokens> tokensOfEnded = new HashMap<>();

  private final SessionWatch watch = new SessionWatch();
  private final UnaskedJobs unasked = new UnaskedJobs(this::hasEndedOnYarn);

  @GuardedBy("this")
  private final KnownJobs<SessionJob> jobs = new KnownJobs<>(REMEMBERED_JOBS);

  @GuardedBy("this")
  private Resource largestContainer;

  @GuardedBy("this")
  private boolean closed;

  /**
   * Makes an engine for the current user. Calls nobody.
   *
   * @param conf names the cluster; is copied
   */
  public YarnEngine(Configuration conf) throws IOException {
    this(conf, new YarnResourceManager(conf), ControlLink::connect);
  }

  YarnEngine(Configuration conf, ResourceManager manager, MasterLink.Connector connector)
      throws IOException {
    this.conf = new Configuration(conf);
    this.user = UserGroupInformation.getCurrentUser();
    this.manager = manager;
    this.connector = connector;
  }

  /** Takes the identifier of an application, which nobody else gets. */
  @Override
  public JobID newJobId() throws IOException {
    ResourceManager.NewApplication made = manager.newApplication();
    synchronized (this) {
      largestContainer = made.largestContainer();
    }
    return TypeConverter.fromYarn(made.id());
  }

  /**
   * {@inheritDoc} Starts a session if the job's queue has none, which takes as long as the queue
   * has no room.
   */
  @Override
  public JobView submit(SubmittedJob job) throws IOException {
    YarnSettings settings = settings(job.configuration());
    WireEncryption.check(job.configuration(), job.configuration());
    if (CachedFiles.isDeferred(job.configuration())) {
      LOG.warn("{}=deferred is write-through on YARN", EngineKeys.CACHE_MODE.name());
    }
    Session session = session(job, settings);
    try {
      session.link().submit(job);
    } catch (IOException e) {
      if (!isOver(session, e)) {
        throw e;
      }
      session.close();
      if (isFirstOf(session, job)) {
        throw endBefore(job, e); // YARN starts no application a second time
      }
      session = session(job, settings);
      session.link().submit(job);
    }
    sayLimits(job, session);
    SessionJob view = new SessionJob(job, session, manager, MasterPatience.of(conf));
    synchronized (this) {
      forgetEnded();
      jobs.add(job.id(), view);
    }
    unasked.look(notKnownToHaveEnded());
    return view;
  }

  private synchronized List<SessionJob> notKnownToHaveEnded() {
    return jobs.all().stream().filter(job -> !job.isKnownToHaveEnded()).toList();
  }

  private static boolean isFirstOf(Session session, SubmittedJob job) {
    return TypeConverter.toYarn(job.id()).getAppId().equals(session.id());
  }

  /** Returns why a job is lost whose session has ended before it took the job. */
  private static IOException endBefore(SubmittedJob job, IOException refusal) {
    return SessionEnding.REFUSAL.equals(refusal.getMessage())
        ? new IOException(
            job.id() + " could not be submitted: " + SessionEnding.REFUSAL + "; run it again",
            refusal)
        : refusal;
  }

  /** Says what the user of a secure cluster might not expect. */
  private static void sayLimits(SubmittedJob job, Session session) {
    boolean isFirst = isFirstOf(session, job);
    if (UserGroupInformation.isSecurityEnabled() && !isFirst) {
      LOG.info(
          "{}: delegation tokens that it does not share with the first job of {} are not renewed; it"
              + " can run as long as they are valid, by default a day on HDFS",
          job.id(),
          session.id());
    }
    if (isFirst) {
      WireEncryption.warn(job.configuration());
    }
  }

  /** Returns whether a session did not take a job because it ends, or has ended. */
  private boolean isOver(Session session, IOException refusal) {
    return SessionEnding.REFUSAL.equals(refusal.getMessage()) || hasEnded(session);
  }

  private static YarnSettings settings(Configuration conf) throws IOException {
    try {
      JobKeys.check(conf);
      return YarnSettings.of(conf);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @GuardedBy("this")
  private void forgetEnded() {
    for (SessionJob job : jobs.all()) {
      if (job.isKnownToHaveEnded()) {
        jobs.ended(job.id());
      }
    }
  }

  /** Returns the session of the job's queue, which the first caller starts. */
  private Session session(SubmittedJob job, YarnSettings settings) throws IOException {
    CompletableFuture<Session> mine = new CompletableFuture<>();
    Optional<CompletableFuture<Session>> usable = useOrReplace(job, mine);
    try {
      if (usable.isPresent()) {
        return usable.get().get();
      }
      Session started = startOrExplain(job, settings);
      mine.complete(started);
      return started;
    } catch (IOException | RuntimeException | Error e) {
      mine.completeExceptionally(e);
      throw e;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      IOException interrupted =
          new IOException(job.id() + ": interrupted while its session starts");
      mine.completeExceptionally(interrupted);
      Thread.currentThread().interrupt();
      throw interrupted;
    }
  }

  /** Returns the queue's session, or its start; if there is none that goes on, enters the next. */
  private Optional<CompletableFuture<Session>> useOrReplace(
      SubmittedJob job, CompletableFuture<Session> next) throws IOException {
    String queue = job.configuration().getQueueName();
    while (true) {
      CompletableFuture<Session> last;
      synchronized (this) {
        refuseIfClosed();
        last = sessions.get(queue);
        if (last == null) {
          sessions.put(queue, next);
          return Optional.empty();
        }
      }
      if (!last.isDone() || (!last.isCompletedExceptionally() && isUsable(last.join(), job))) {
        return Optional.of(last);
      }
      boolean removed;
      synchronized (this) {
        removed = sessions.remove(queue, last);
      }
      if (removed && !last.isCompletedExceptionally()) {
        replace(last.join(), queue);
      }
    }
  }

  /** Uses a session no longer. One that somebody has killed has left its files. */
  private void replace(Session session, String queue) {
    boolean isConnected = session.link().isOpen() && session.link().isConnected();
    if (!isConnected && hasEndedOnYarn(session.id())) {
      session.link().close();
      delete(session.files());
      synchronized (this) {
        tokensOfEnded.put(queue, session.tokens());
      }
    } else {
      session.retire();
    }
  }

  /**
   * A session with old tokens is of no use to a job that brings newer ones for the next session.
   */
  private boolean isUsable(Session session, SubmittedJob job) {
    long now = System.currentTimeMillis();
    boolean isOld =
        session.tokens().areOld(now) && !new SessionTokens(job.credentials()).areOld(now);
    return !isOld && !hasEnded(session);
  }

  /**
   * Gives a job that is about to be submitted the tokens of the session that it will run in, if
   * there is one. Hadoop's submitter then gets none of the same services, which YARN would not
   * renew.
   */
  void lendTokens(JobConf job) {
    CompletableFuture<Session> last;
    synchronized (this) {
      last = sessions.get(job.getQueueName());
    }
    if (last != null && last.isDone() && !last.isCompletedExceptionally()) {
      Session session = last.join();
      if (session.link().isConnected() && !session.tokens().areOld(System.currentTimeMillis())) {
        session.tokens().lendTo(job.getCredentials());
      }
    }
  }

  /** Asks YARN only if there is no connection. */
  private boolean hasEnded(Session session) {
    if (!session.link().isOpen()) {
      return true;
    }
    return !session.link().isConnected() && hasEndedOnYarn(session.id());
  }

  private boolean hasEndedOnYarn(ApplicationId session) {
    try {
      return manager
          .reportNow(session)
          .map(report -> MasterWait.hasEnded(report.getYarnApplicationState()))
          .orElse(true);
    } catch (IOException e) {
      return false; // then the connection is waited for
    }
  }

  @GuardedBy("this")
  private void refuseIfClosed() throws IOException {
    if (closed) {
      throw new IOException("the JVM is ending; no job can be submitted");
    }
  }

  /** YARN cancels the tokens of a session at its end. A job may have got them just before. */
  private Session startOrExplain(SubmittedJob job, YarnSettings settings)
      throws IOException, InterruptedException {
    try {
      return start(job, settings);
    } catch (IOException e) {
      SessionTokens last;
      synchronized (this) {
        last = tokensOfEnded.get(job.configuration().getQueueName());
      }
      if (last == null || !last.areAmong(job.credentials())) {
        throw e;
      }
      throw new IOException(
          job.id()
              + " has delegation tokens of a session that has ended meanwhile, which YARN may have"
              + " cancelled; run it again: "
              + e.getMessage(),
          e);
    }
  }

  private Session start(SubmittedJob job, YarnSettings settings)
      throws IOException, InterruptedException {
    Resource largest;
    synchronized (this) {
      largest = largestContainer;
    }
    if (largest == null) {
      largest = manager.newApplication().largestContainer(); // another process made the job's id
    }
    SessionStart start = new SessionStart(job, settings);
    byte[] secret = SessionSecret.create();
    ApplicationId id = start.id();
    boolean started = false;
    begin(id, start.files());
    try {
      watch.submitted(id, start.submit(manager, largest, secret).workers());
      LOG.info("{} was submitted to queue {}", id, job.configuration().getQueueName());
      ApplicationReport report = new MasterWait(manager, id).await();
      MasterViews views = new MasterViews(report, conf, user);
      MasterLink link =
          connector.connect(
              new MasterLocator(manager, id, start.files()), secret, job.configuration());
      Session session =
          new Session(id, start.files(), views, link, new SessionTokens(job.credentials()));
      started = true;
      return session;
    } finally {
      end(id, start.files(), started);
    }
  }

  private synchronized void begin(ApplicationId id, SessionFiles files) throws IOException {
    refuseIfClosed();
    starting.put(id, files);
  }

  private void end(ApplicationId id, SessionFiles files, boolean started) {
    synchronized (this) {
      starting.remove(id);
    }
    if (!started) {
      watch.ended(id);
      abandon(id, files);
    }
  }

  /** Kills an application that could not be used, if there is one. */
  private void abandon(ApplicationId id, SessionFiles files) {
    // Before the calls: they may take longer than a JVM takes to end. Without its files a master
    // that starts meanwhile fails.
    delete(files);
    try {
      Optional<ApplicationReport> report = manager.reportNow(id);
      if (report.isPresent() && !MasterWait.hasEnded(report.get().getYarnApplicationState())) {
        manager.kill(id);
      }
    } catch (IOException e) {
      LOG.warn("{} is not killed: {}", id, e.getMessage());
    }
    delete(files); // what a master has written until then
  }

  private static void delete(SessionFiles files) {
    try {
      files.delete();
    } catch (IOException e) {
      LOG.warn("{}: not deleted: {}", files.directory(), e.toString());
    }
  }

  private synchronized Optional<SessionJob> known(JobID id) {
    return jobs.get(id);
  }

  @Override
  public Optional<JobView> job(JobID id) {
    return known(id).map(job -> job);
  }

  @Override
  public synchronized Collection<JobView> jobs() {
    return List.copyOf(jobs.all());
  }

  /** Asks the ResourceManager how far the sessions are that have not ended, one call for each. */
  List<SessionState> sessions() throws IOException {
    return watch.ask(manager);
  }

  @Override
  public void kill(JobID id) {
    known(id).ifPresent(job -> job.kill(() -> isAlone(job)));
  }

  private synchronized boolean isAlone(SessionJob job) {
    return jobs.all().stream()
        .noneMatch(other -> other != job && other.isBeside(job) && other.mayRun());
  }

  @Override
  public boolean endAttempt(TaskAttemptID id, boolean asFailed) {
    return known(id.getJobID()).map(job -> job.endAttempt(id, asFailed)).orElse(false);
  }

  @Override
  public void setPriority(JobID id, JobPriority priority) {
    known(id).ifPresent(job -> job.setPriority(priority));
  }

  /** Returns the number of vcores of the nodes that run, because there may be no session yet. */
  @Override
  public int slots() {
    try {
      return manager.nodes().stream()
          .map(NodeReport::getCapability)
          .mapToInt(Resource::getVirtualCores)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int runningMaps() {
    return 0; // as Hadoop's client of YARN, which does not know it either
  }

  @Override
  public int runningReduces() {
    return 0;
  }

  /**
   * Leaves the sessions: they end when their jobs have ended. Those that are starting are killed.
   */
  @Override
  public void close() {
    List<Session> running = new ArrayList<>();
    Map<ApplicationId, SessionFiles> unfinished;
    synchronized (this) {
      closed = true;
      for (CompletableFuture<Session> session : sessions.values()) {
        if (session.isDone() && !session.isCompletedExceptionally()) {
          running.add(session.join());
        }
      }
      unfinished = Map.copyOf(starting);
    }
    List<Session> alone = running.stream().filter(s -> !s.link().isConnected()).toList();
    running.forEach(Session::leave);
    unfinished.forEach(this::abandon);
    // Last, because YARN may not answer. A session that somebody has killed has left its files.
    alone.stream()
        .filter(session -> hasEndedOnYarn(session.id()))
        .forEach(session -> delete(session.files()));
  }
}
