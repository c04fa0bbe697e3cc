// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.athanor.engine.fleet.DriverConnections;
import org.athanor.engine.fleet.Fleet;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.fleet.WorkerProcesses;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.protocol.Greeting;
import org.athanor.engine.transport.FrameHandler;

/** An engine that has Workers started, and refuses all jobs. Thread-safe. */
final class NoEngine implements MasterEngine {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Fleet fleet = new Fleet(new Workers());
  private final DriverConnections drivers =
      new DriverConnections(new Submissions(), new Drivers(), PATIENCE);
  private volatile Listener listener;
  private volatile WorkerProcesses processes;

  @Override
  public JobService jobs() {
    return new NoJobs();
  }

  @Override
  public FrameHandler accepted() {
    return new Greeting(fleet::accepted, drivers::accepted);
  }

  @Override
  public void begin(WorkerProcesses workers, Listener told) {
    listener = told;
    processes = workers;
    drivers.begin();
    workers.begin(
        new WorkerProcesses.Listener() {
          @Override
          public void ended(int worker, String reason) {}

          @Override
          public void cannotStart(String reason) {
            told.end(reason, true);
          }
        });
  }

  @Override
  public void close() {
    drivers.close();
    fleet.workers().forEach(RemoteWorker::end);
  }

  /** What happens to Workers. */
  private final class Workers implements Fleet.Listener {
    @Override
    public void joined(RemoteWorker worker) {
      listener.joined(worker.number());
    }

    @Override
    public void lost(int worker, String reason) {
      processes.kill(worker);
    }
  }

  /** What happens to the client. */
  private final class Drivers implements DriverConnections.Listener {
    @Override
    public void goodbye() {
      listener.end("its client has left", false);
    }

    @Override
    public void driverLost(String reason) {
      listener.end(reason, true);
    }
  }

  /** Refuses jobs. */
  private static final class Submissions implements DriverConnections.Submissions {
    @Override
    public void submit(JobSubmission job) throws IOException {
      throw new IOException(job.id() + ": this master takes no jobs");
    }

    @Override
    public void setPriority(org.apache.hadoop.mapred.JobID job, JobPriority priority) {}
  }

  /** No jobs. */
  private static final class NoJobs implements JobService {
    @Override
    public JobID newJobId() throws IOException {
      throw new IOException("clients take identifiers from the ResourceManager");
    }

    @Override
    public JobView submit(SubmittedJob job) throws IOException {
      throw new IOException(job.id() + ": this master takes no jobs");
    }

    @Override
    public Optional<JobView> job(JobID id) {
      return Optional.empty();
    }

    @Override
    public Collection<JobView> jobs() {
      return List.of();
    }

    @Override
    public void kill(JobID id) {}

    @Override
    public boolean endAttempt(TaskAttemptID id, boolean asFailed) {
      return false;
    }

    @Override
    public void setPriority(JobID id, JobPriority priority) {}

    @Override
    public int slots() {
      return 0;
    }

    @Override
    public int runningMaps() {
      return 0;
    }

    @Override
    public int runningReduces() {
      return 0;
    }
  }
}
