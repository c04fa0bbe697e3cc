// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSecretManager;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.JobView;
import org.athanor.engine.master.ClientService;
import org.athanor.engine.netty.NettyTransport;
import org.athanor.engine.netty.TransportSettings;
import org.athanor.engine.yarn.SessionFiles;
import org.athanor.engine.yarn.SessionSecret;
import org.athanor.engine.yarn.WorkerSize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class of a session's ApplicationMaster. It serves the session's client and those of
 * Hadoop, gets containers for Workers, and ends when its client has left, when there was no job for
 * too long, or when the session cannot go on. Then it deletes the session's files.
 */
public final class ApplicationMaster {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationMaster.class);
  private static final int TICK_MILLIS = 500;

  /** Earlier than the hook that closes file systems (10). */
  private static final int SHUTDOWN_PRIORITY = 30;

  private static final int SHUTDOWN_SECONDS = 5;

  private final ContainerEnvironment environment;
  private final SessionFiles files;
  private final MasterEngine engine;
  private final SessionEnd end = new SessionEnd();

  private ApplicationMaster(
      ContainerEnvironment environment, SessionFiles files, MasterEngine engine) {
    this.environment = environment;
    this.files = files;
    this.engine = engine;
  }

  /**
   * Runs the master, and ends the JVM.
   *
   * @param arguments the session's directory
   */
  public static void main(String[] arguments) {
    int code = 1;
    try {
      ContainerEnvironment environment = ContainerEnvironment.read();
      code =
          environment
              .user()
              .doAs(
                  (PrivilegedExceptionAction<Integer>)
                      () -> run(environment, new Path(arguments[0])));
    } catch (Exception | Error e) {
      Failure failure = Failure.of(e);
      LOG.error("{}", failure.trace());
      System.err.println(failure.line());
    }
    System.exit(code); // Hadoop's clients have threads that are not daemons.
  }

  private static int run(ContainerEnvironment environment, Path directory)
      throws IOException, InterruptedException {
    SessionFiles files = new SessionFiles(directory, environment.conf());
    ApplicationMaster master = new ApplicationMaster(environment, files, new NoEngine());
    ShutdownHookManager.get()
        .addShutdownHook(
            master::deleteFiles, SHUTDOWN_PRIORITY, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    return master.run();
  }

  private int run() throws IOException, InterruptedException {
    InetAddress host = InetAddress.getByName(environment.host());
    byte[] secret = SessionSecret.of(environment.credentials());
    ClientToAMTokenSecretManager tokens =
        UserGroupInformation.isSecurityEnabled()
            ? new ClientToAMTokenSecretManager(
                environment.container().getApplicationAttemptId(), null)
            : null;
    try (NettyTransport control =
            new NettyTransport(
                new InetSocketAddress(host, 0),
                secret,
                engine::accepted,
                TransportSettings.defaults(),
                null);
        ClientService clients =
            new ClientService(
                engine.jobs(), environment.conf(), new InetSocketAddress(host, 0), tokens)) {
      files.publishMaster(control.address());
      return run(control.address(), clients, tokens);
    }
  }

  private int run(
      InetSocketAddress control, ClientService clients, ClientToAMTokenSecretManager tokens)
      throws IOException, InterruptedException {
    JobConf conf = environment.conf();
    WorkerSize size = WorkerSize.readFrom(conf);
    WorkerLaunch launch = new WorkerLaunch(environment, files, size, control);
    try (YarnContainers containers =
        new YarnContainers(conf, Resource.newInstance(size.memoryMb(), size.vcores()), launch)) {
      YarnWorkers workers = new YarnWorkers(size.workers(), containers, System::nanoTime);
      RegisterApplicationMasterResponse registered =
          containers.begin(new Events(workers), clients.address());
      if (tokens != null) {
        tokens.setMasterKey(registered.getClientToAMTokenMasterKey().array());
      }
      engine.begin(workers, new EngineEvents(workers));
      SessionEnd.Reason reason = awaitEnd(workers);
      LOG.info("the session ends: {}", reason.reason());
      engine.close();
      workers.close();
      deleteFiles();
      containers.unregister(reason.status(), reason.reason());
      return reason.status() == FinalApplicationStatus.SUCCEEDED ? 0 : 1;
    }
  }

  private SessionEnd.Reason awaitEnd(YarnWorkers workers) throws InterruptedException {
    int limit = YarnSettings.of(environment.conf()).idleSeconds();
    Idleness idleness = new Idleness(limit, System.nanoTime());
    SessionEnd.Reason reason = null;
    while (reason == null) {
      workers.tick();
      if (idleness.isOver(hasJobs(), System.nanoTime())) {
        end.because("it has had no job for " + limit + " s", FinalApplicationStatus.SUCCEEDED);
      }
      reason = end.await(TICK_MILLIS);
    }
    return reason;
  }

  private boolean hasJobs() {
    return engine.jobs().jobs().stream().anyMatch(ApplicationMaster::isRunning);
  }

  private static boolean isRunning(JobView job) {
    JobStatus.State state = job.state();
    return state == JobStatus.State.PREP || state == JobStatus.State.RUNNING;
  }

  private void deleteFiles() {
    try {
      files.delete();
    } catch (IOException e) {
      LOG.warn("{}: not deleted: {}", files.directory(), e.toString());
    }
  }

  /** What the cluster tells. */
  private final class Events implements YarnContainers.Listener {
    private final YarnWorkers workers;

    Events(YarnWorkers workers) {
      this.workers = workers;
    }

    @Override
    public void allocated(Container container) {
      workers.allocated(container);
    }

    @Override
    public void completed(ContainerStatus status) {
      workers.completed(status);
    }

    @Override
    public void startFailed(ContainerId container, String reason) {
      workers.startFailed(container, reason);
    }

    @Override
    public void stopFailed(ContainerId container, String reason) {
      workers.stopFailed(container, reason);
    }

    @Override
    public void masterRefused(String reason) {
      end.because(reason, FinalApplicationStatus.FAILED);
    }

    @Override
    public float progress() {
      return 0;
    }
  }

  /** What the engine tells. */
  private final class EngineEvents implements MasterEngine.Listener {
    private final YarnWorkers workers;

    EngineEvents(YarnWorkers workers) {
      this.workers = workers;
    }

    @Override
    public void joined(int worker) {
      workers.joined(worker);
    }

    @Override
    public void end(String reason, boolean failed) {
      ApplicationMaster.this.end.because(
          reason, failed ? FinalApplicationStatus.FAILED : FinalApplicationStatus.SUCCEEDED);
    }
  }
}
