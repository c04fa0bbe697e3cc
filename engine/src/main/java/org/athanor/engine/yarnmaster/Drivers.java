// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.fleet.DriverConnections;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.engine.yarn.SessionEnding;
import org.athanor.engine.yarn.SessionFiles;
import org.athanor.engine.yarn.WireEncryption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the requests of the session's client to its jobs, and knows whether the client is still
 * there. Thread-safe.
 */
final class Drivers implements AutoCloseable {
  /** A client that does not come back within this time is lost. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** As {@link #PATIENCE}, for a client that must first find the next master. */
  static final Duration PATIENCE_OF_NEXT = Duration.ofMinutes(2);

  private static final Logger LOG = LoggerFactory.getLogger(Drivers.class);

  /** The slowest reduces are those that matter; a message has a limited size. */
  private static final int MOST_SHAPES = 2000;

  private final Configuration conf;
  private final SessionFiles files;
  private final JobService jobs;
  private final BooleanSupplier canBeFound;
  private final DriverConnections connections;
  private final AtomicInteger submitting = new AtomicInteger(); // jobs that are being read
  private volatile boolean left;
  private boolean noted; // in the files, that the client has left; for the thread that ticks
  private volatile boolean ending;
  private volatile String lost; // why; null if it is there, or has left

  /**
   * @param conf of this container
   * @param files say whether the client has left while there was another master, or none
   * @param patience without a client until it is lost
   * @param canBeFound whether the ResourceManager answers, which clients ask for this master
   */
  Drivers(
      JobService jobs,
      Configuration conf,
      SessionFiles files,
      Duration patience,
      BooleanSupplier canBeFound)
      throws IOException {
    this.canBeFound = canBeFound;
    this.jobs = jobs;
    this.conf = conf;
    this.files = files;
    this.left = files.hasLeft();
    this.noted = left;
    connections = new DriverConnections(new Requests(), new Presence(), patience);
  }

  /** Begins to wait for the client, unless it has left. */
  void begin() {
    if (!left) {
      connections.begin();
    }
  }

  /**
   * To be called now and then: tells the next master, if there is one, that the client has left.
   */
  void tick() {
    if (left && !noted) {
      noted = true;
      try {
        files.noteLeaving();
      } catch (IOException e) {
        LOG.warn("{}: cannot note that the client has left: {}", files.directory(), e.toString());
      }
    }
  }

  /** Returns the handler of a connection that a client has opened. */
  FrameHandler accepted() {
    return connections.accepted();
  }

  /**
   * Refuses jobs from now on, if no job is being submitted and none runs.
   *
   * @param isIdle whether no job runs
   * @return whether jobs are refused
   */
  boolean tryToEnd(BooleanSupplier isIdle) {
    ending = true;
    if (submitting.get() > 0 || !isIdle.getAsBoolean()) {
      ending = false;
    }
    return ending;
  }

  /** Returns whether the client has said that no more jobs come. */
  boolean hasLeft() {
    return left;
  }

  /** Returns why the client counts as lost; null if it does not. */
  String lost() {
    return lost;
  }

  @Override
  public void close() {
    connections.close();
  }

  /** Reads a submission, as the master runs it. */
  static SubmittedJob read(JobSubmission job, Configuration conf)
      throws IOException, InterruptedException {
    SubmittedJob submitted = job.read(conf);
    WireEncryption.check(submitted.configuration(), conf);
    JobPlaces.set(submitted.configuration(), conf);
    return submitted;
  }

  /** What the client wants. */
  private final class Requests implements DriverConnections.Submissions {
    @Override
    public void submit(JobSubmission job) throws IOException, InterruptedException {
      submitting.incrementAndGet(); // before the check, see tryToEnd
      try {
        if (ending) {
          throw new IOException(SessionEnding.REFUSAL);
        }
        if (jobs.job(job.id()).isEmpty()) { // else an earlier master has taken it
          submit(read(job, conf));
        }
      } finally {
        submitting.decrementAndGet();
      }
    }

    private void submit(SubmittedJob job) throws IOException {
      boolean isTaken = false;
      try {
        jobs.submit(job);
        isTaken = true;
      } finally {
        if (!isTaken) {
          BestEffort.close(() -> FileSystem.closeAllForUGI(job.user()), "file systems");
        }
      }
    }

    @Override
    public void setPriority(JobID job, JobPriority priority) {
      jobs.setPriority(job, priority);
    }

    @Override
    public Map<Integer, ReduceLoad.Shape> shapes(JobID job) {
      return jobs.job(job).map(JobView::reduceLoads).orElse(List.of()).stream()
          .sorted(Comparator.comparingLong(ReduceLoad::millis).reversed())
          .limit(MOST_SHAPES)
          .collect(Collectors.toMap(ReduceLoad::reduce, ReduceLoad::shape));
    }
  }

  /** How the client goes. */
  private final class Presence implements DriverConnections.Listener {
    @Override
    public void goodbye() {
      left = true;
    }

    @Override
    public void driverLost(String reason) {
      if (hasLeftWithoutGoodbye()) {
        left = true;
      } else {
        lost = reason;
      }
    }

    @Override
    public boolean canBeFound() {
      return canBeFound.getAsBoolean();
    }

    private boolean hasLeftWithoutGoodbye() {
      try {
        return files.hasLeft();
      } catch (IOException e) {
        LOG.warn("{}: cannot be read: {}", files.directory(), e.toString());
        return false;
      }
    }
  }
}
