// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.cache.CachedFiles;
import org.athanor.engine.exchange.BlockCompression;
import org.athanor.engine.exchange.JobExchange;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.files.TaskFileSystems;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.ToWorker;
import org.athanor.engine.run.Run;
import org.athanor.engine.site.Breakdown;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.site.WorkerJob;
import org.athanor.engine.worker.Share;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job on this Worker, from {@code OpenJob} to {@code JobClosed}. Opening and removing it do I/O
 * on threads of their own; in between, messages of the master become calls of its {@link
 * WorkerJob}. Thread-safe.
 */
final class HostedJob {
  private static final Logger LOG = LoggerFactory.getLogger(HostedJob.class);

  /** All jobs of a Worker have the same priority: the master decides what runs when. */
  private static final int PRIORITY = 3;

  private final JobSubmission submission;
  private final WorkerServices services;
  private final Consumer<HostedJob> afterEnd;
  private final Breakdown breakdown = new Breakdown();
  private final RunningAttempts attempts;
  private final Share share;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private State state = State.OPENING;

  @GuardedBy("lock")
  private Thread opener; // the thread that opens the job, while it can be interrupted

  @GuardedBy("lock")
  private SubmittedJob job; // null until it was read

  @GuardedBy("lock")
  private JobSite site; // null until it was made

  @GuardedBy("lock")
  private BlockCompression compression; // as site

  @GuardedBy("lock")
  private WorkerJob work; // null until the job is open

  @GuardedBy("lock")
  private JobExchange exchange; // as work

  @GuardedBy("lock")
  private long closingNanos; // by the clock, when the job was told to close

  @GuardedBy("lock")
  private boolean breakdownTold;

  private enum State {
    OPENING,
    OPEN,
    /** Its operations are told to stop. */
    CLOSING,
    /** Nothing of it runs; it is being removed. */
    REMOVING,
    /** As {@link #REMOVING}, because it could not be opened. */
    REFUSED,
    ENDED
  }

  /**
   * @param afterEnd is told when nothing of the job is left, before the master is
   */
  HostedJob(JobSubmission submission, WorkerServices services, Consumer<HostedJob> afterEnd) {
    this.submission = submission;
    this.services = services;
    this.afterEnd = afterEnd;
    this.attempts = new RunningAttempts(services.connection());
    this.share = new Share(submission.id().getId(), PRIORITY);
  }

  JobID id() {
    return submission.id();
  }

  // Opening

  /** Reads the job and makes it ready to run, on a thread that may be interrupted. */
  void open() {
    synchronized (lock) {
      if (state != State.OPENING) {
        return; // removed by close()
      }
      opener = Thread.currentThread();
    }
    prepare().ifPresentOrElse(this::refuse, this::link);
    boolean mustRemove;
    synchronized (lock) {
      opener = null;
      mustRemove = state == State.REMOVING;
    }
    Thread.interrupted(); // by close(), before opener was reset
    if (mustRemove) {
      remove(new FromWorker.JobClosed(id()));
    }
  }

  /** Returns why the job cannot be run; empty if it can. */
  private Optional<String> prepare() {
    try {
      services.tokens().add(id(), submission.credentials());
      SubmittedJob read = services.reader().read(submission);
      synchronized (lock) {
        job = read;
      }
      adapt(read.configuration());
      JobSite made = read.user().doAs((PrivilegedExceptionAction<JobSite>) () -> siteOf(read));
      synchronized (lock) {
        site = made;
      }
      BlockCompression compressed =
          read.user()
              .doAs(
                  (PrivilegedAction<BlockCompression>)
                      () -> BlockCompression.of(read.configuration()));
      synchronized (lock) {
        compression = compressed;
      }
      return Optional.empty();
    } catch (Throwable e) {
      Failure failure = Failure.of(e);
      LOG.warn("{} cannot be opened: {}", id(), failure.trace());
      return Optional.of(failure.line());
    }
  }

  /** Replaces what is different on each machine. */
  private void adapt(JobConf conf) {
    conf.set(MRConfig.LOCAL_DIR, services.configuration().get(MRConfig.LOCAL_DIR));
    String master = services.configuration().get(MRJobConfig.APPLICATION_ATTEMPT_ID);
    if (master != null) {
      conf.set(MRJobConfig.APPLICATION_ATTEMPT_ID, master); // committers name directories by it
    }
    TaskFileSystems.useIn(conf);
    if (CachedFiles.isDeferred(conf)) {
      CachedFiles.neverDefer(conf); // who reads the output is in another process
    }
    CachedFiles.useIn(conf);
  }

  private JobSite siteOf(SubmittedJob read) throws IOException {
    return new JobSite(read, services.logs(), services.worker().retained(), services.host());
  }

  /** Waits, without a thread, until no other job has different files of the same names. */
  private void link() {
    JobSite made;
    synchronized (lock) {
      if (state != State.OPENING) {
        return;
      }
      made = site;
    }
    try {
      made.link(this::linked)
          .ifPresent(waits -> LOG.warn("{} is not yet open here: {}", id(), waits));
    } catch (RuntimeException | Error e) {
      refuse(Failure.of(e).line());
    }
  }

  /** The links exist, or cannot; on the thread that opens this job, or that removes another one. */
  private void linked(Optional<String> problem) {
    if (problem.isPresent()) {
      refuse(problem.get());
      return;
    }
    try {
      begin();
    } catch (RuntimeException | Error e) {
      refuse(Failure.of(e).line());
    }
  }

  private void begin() {
    synchronized (lock) {
      if (state != State.OPENING) {
        return;
      }
      exchange =
          services
              .exchange()
              .open(
                  id(),
                  job.configuration().getNumReduceTasks(),
                  services.worker().retained(),
                  site.facts().store().spill(),
                  compression,
                  new Arrivals());
      work =
          new WorkerJob(
              site,
              services.worker(),
              share,
              breakdown,
              new JobReports(id(), services::tell, attempts, services.commits()),
              services.graceNanos(),
              exchange);
      state = State.OPEN;
    }
    services.tell(new FromWorker.JobOpened(id()));
  }

  private void refuse(String reason) {
    synchronized (lock) {
      if (state != State.OPENING) {
        return; // It is being closed.
      }
      state = State.REFUSED;
    }
    services.closers().execute(() -> remove(new FromWorker.JobRefused(id(), reason)));
  }

  /** Map output that comes from other Workers. */
  private final class Arrivals implements JobExchange.Listener {
    @Override
    public void delivered(int assignment, int map, List<Run> runs) {
      WorkerJob receiver;
      synchronized (lock) {
        receiver = work;
      }
      receiver.delivered(assignment, map, runs);
    }

    @Override
    public void failed(String reason) {
      breakdown.note(new IOException(reason));
    }
  }

  // Running

  /**
   * Carries a message of the master out. What comes for a job that is not open is ignored. If it
   * cannot be carried out, the job breaks down.
   */
  void received(ToWorker.OfJob message) {
    WorkerJob open;
    synchronized (lock) {
      if (state != State.OPEN) {
        return;
      }
      open = work;
    }
    try {
      carryOut(message, open);
    } catch (RuntimeException | Error e) {
      breakdown.note(e);
    }
  }

  private void carryOut(ToWorker.OfJob message, WorkerJob open) {
    if (message instanceof ToWorker.LaunchMap launch) {
      attempts.launch(launch.attempt(), () -> open.launchMap(launch.attempt(), launch.split()));
    } else if (message instanceof ToWorker.LaunchReduce launch) {
      attempts.launch(
          launch.attempt(),
          () -> open.launchReduce(launch.attempt(), launch.maps(), launch.mapOutputBytes()));
    } else if (message instanceof ToWorker.Stop stop) {
      stop(stop, open);
    } else if (message instanceof ToWorker.CommitAnswer answer) {
      services.commits().answered(answer);
    } else if (message instanceof ToWorker.Assign assign) {
      open.assign(assign.assignment(), assign.partitions());
    } else if (message instanceof ToWorker.Withdraw withdraw) {
      open.withdraw(withdraw.assignment(), withdraw.partitions());
    } else if (message instanceof ToWorker.Publish publish) {
      open.publish(publish.attempt());
    } else if (message instanceof ToWorker.Discard discard) {
      open.discard(discard.attempt());
    }
  }

  private void stop(ToWorker.Stop stop, WorkerJob open) {
    services.commits().stop(stop.attempt());
    if (open.stop(stop.attempt())) {
      attempts
          .ended(stop.attempt())
          .ifPresent(last -> services.tell(new FromWorker.Stopped(stop.attempt(), last)));
    }
  }

  /**
   * To be called a few times a second.
   *
   * @param now nanoseconds by the clock
   * @param tellProgress whether the master is to be told of the attempts' progress
   */
  void tick(long now, boolean tellProgress) {
    WorkerJob open;
    synchronized (lock) {
      if (state == State.CLOSING) {
        goOnClosing(now);
      }
      open = state == State.OPEN ? work : null;
    }
    if (open == null) {
      return;
    }
    open.tick(now);
    if (tellProgress) {
      attempts.tellProgress();
    }
    if (breakdown.hasHappened()) {
      tellBreakdown();
    }
  }

  /** Returns the bytes of map output that were written to disk so far, also after the end. */
  long spilledBytes() {
    synchronized (lock) {
      return site == null ? 0 : site.facts().store().spill().bytes();
    }
  }

  /** Tells the master first: if the heap is full, that is what must be repeated until it works. */
  private void tellBreakdown() {
    synchronized (lock) {
      if (breakdownTold) {
        return;
      }
    }
    Failure failure = Failure.of(breakdown.cause());
    services.tell(new FromWorker.JobBroken(id(), failure.line()));
    synchronized (lock) {
      breakdownTold = true;
    }
    LOG.error("{} broke down: {}", id(), failure.trace());
  }

  // Closing

  /** Stops everything of the job and removes it, in the background. Later calls do nothing. */
  void close() {
    boolean mustRemove = false;
    synchronized (lock) {
      switch (state) {
        case OPENING -> {
          state = State.REMOVING;
          if (opener != null) {
            opener.interrupt(); // that thread removes it
          } else {
            mustRemove = true; // it waits for a thread, or for the names of its links
          }
        }
        case OPEN -> {
          state = State.CLOSING;
          closingNanos = services.host().clock().nanoTime();
          goOnClosing(closingNanos);
        }
        default -> {}
      }
    }
    if (mustRemove) {
      services.closers().execute(() -> remove(new FromWorker.JobClosed(id())));
    }
  }

  /** Stops what runs, again and again, and then removes the job. */
  @GuardedBy("lock")
  private void goOnClosing(long now) {
    try {
      work.stopAll();
      work.stopMerges();
      services.worker().stopAll(share);
      if (!services.worker().isIdle(share) && now - closingNanos > services.graceNanos()) {
        work.cutOffAll();
        work.abandonMerges();
        services.worker().abandonAll(share);
      }
    } catch (RuntimeException | Error e) {
      breakdown.note(e); // The heap may be full; the next tick tries again.
      return;
    }
    if (services.worker().isIdle(share)) {
      state = State.REMOVING;
      services.closers().execute(() -> remove(new FromWorker.JobClosed(id())));
    }
  }

  /** Removes everything of the job, and tells the master; nothing of it runs any more. */
  private void remove(FromWorker last) {
    SubmittedJob read;
    JobSite made;
    WorkerJob done;
    JobExchange moved;
    BlockCompression compressed;
    synchronized (lock) {
      if (state == State.ENDED) {
        return;
      }
      state = State.ENDED;
      read = job;
      made = site;
      done = work;
      moved = exchange;
      compressed = compression;
    }
    BestEffort.close(moved, "exchange of map output");
    BestEffort.close(done == null ? null : () -> done.close(() -> {}), "map output");
    BestEffort.close(compressed, "codec");
    BestEffort.close(made, "site");
    BestEffort.close(() -> services.tokens().remove(id()), "credentials");
    BestEffort.close(
        read == null ? null : () -> FileSystem.closeAllForUGI(read.user()), "file systems");
    services.worker().renewThreads();
    afterEnd.accept(this);
    services.tell(last);
  }
}
