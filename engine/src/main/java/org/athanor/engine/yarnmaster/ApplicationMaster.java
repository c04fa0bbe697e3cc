// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSecretManager;
import org.apache.hadoop.yarn.util.RackResolver;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.job.JobView;
import org.athanor.engine.journal.SessionJournal;
import org.athanor.engine.master.ClientService;
import org.athanor.engine.netty.HadoopTls;
import org.athanor.engine.netty.NettyTransport;
import org.athanor.engine.netty.TransportSettings;
import org.athanor.engine.protocol.Greeting;
import org.athanor.engine.session.SessionEngine;
import org.athanor.engine.yarn.SessionFiles;
import org.athanor.engine.yarn.SessionSecret;
import org.athanor.engine.yarn.WorkerSize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class of a session's ApplicationMaster. It serves the session's client and those of
 * Hadoop, gets containers for Workers, and ends when its client has left, when there was no job for
 * too long, or when the session cannot go on. Then it deletes the session's files. If it ends for
 * another reason, it leaves them: YARN may start another one, which goes on with the jobs.
 */
public final class ApplicationMaster {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationMaster.class);
  private static final int TICK_MILLIS = 200;

  /** Earlier than the hook that closes file systems (10). */
  private static final int SHUTDOWN_PRIORITY = 30;

  private static final int SHUTDOWN_SECONDS = 5;

  /** The exit code of a master that has ended, but not its session. */
  private static final int REFUSED = 1;

  private final ContainerEnvironment environment;
  private final JobConf conf;
  private final SessionFiles files;
  private final OwnAddress address;
  private final CommitWindow commits;
  private final int number; // of this master in its session, from 1
  private final SessionRemoval removal;

  private ApplicationMaster(ContainerEnvironment environment, Path directory) throws IOException {
    this.environment = environment;
    this.conf = environment.conf();
    this.files = new SessionFiles(directory, conf);
    this.removal = new SessionRemoval(files);
    this.commits = CommitWindow.of(conf);
    this.address = OwnAddress.of(environment.host(), conf);
    this.number = environment.container().getApplicationAttemptId().getAttemptId();
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
    ApplicationMaster master = new ApplicationMaster(environment, directory);
    ShutdownHookManager.get()
        .addShutdownHook(
            master.removal::processEnds, SHUTDOWN_PRIORITY, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    return master.run();
  }

  private Duration patience() {
    return number == 1 ? Drivers.PATIENCE : Drivers.PATIENCE_OF_NEXT;
  }

  private int run() throws IOException, InterruptedException {
    WorkerSize size = WorkerSize.readFrom(conf);
    YarnSettings settings = YarnSettings.of(conf);
    Gate gate = new Gate();
    try (HadoopTls tls = settings.tls() ? HadoopTls.ofNode(conf) : null;
        NettyTransport control =
            new NettyTransport(
                new InetSocketAddress(address.ofSession(), 0),
                SessionSecret.of(environment.credentials()),
                gate::accepted,
                TransportSettings.of(settings.silence()),
                tls == null ? null : tls.tls());
        YarnContainers containers =
            new YarnContainers(
                conf,
                Resource.newInstance(size.memoryMb(), size.vcores()),
                new WorkerLaunch(environment, files, size, control.address()))) {
      YarnWorkers workers = new YarnWorkers(size, settings.silence(), containers, System::nanoTime);
      SessionEngine engine =
          new SessionEngine(
              () -> {
                throw new IOException("clients take identifiers from the ResourceManager");
              },
              name -> RackResolver.resolve(conf, name).getNetworkLocation(),
              workers,
              environment.place(),
              Optional.of(new SessionJournal(files.fileSystem(), files.journal(), number)),
              commits);
      engine.recover(job -> Drivers.read(job, conf), conf);
      try (Drivers drivers = new Drivers(engine, conf, files, patience(), commits::isOpen)) {
        gate.open(() -> new Greeting(engine.fleet()::accepted, drivers::accepted));
        files.publishMaster(control.address());
        return run(containers, workers, engine, drivers);
      }
    }
  }

  private int run(
      YarnContainers containers, YarnWorkers workers, SessionEngine engine, Drivers drivers)
      throws IOException, InterruptedException {
    ClientToAMTokenSecretManager tokens =
        UserGroupInformation.isSecurityEnabled()
            ? new ClientToAMTokenSecretManager(
                environment.container().getApplicationAttemptId(), null)
            : null;
    ClusterEvents events =
        new ClusterEvents(workers, engine, commits, () -> Runtime.getRuntime().halt(REFUSED));
    try (ClientService clients =
            new ClientService(engine, conf, new InetSocketAddress(address.ofClients(), 0), tokens);
        SessionPages pages = SessionPages.begin(engine, conf, address.ofNode(), proxyBase())) {
      RegisterApplicationMasterResponse registered =
          containers.begin(events, environment.host(), clients.address().getPort(), pages.url());
      if (tokens != null) {
        tokens.setMasterKey(registered.getClientToAMTokenMasterKey().array());
      }
      workers.registered();
      drivers.begin();
      String reason = awaitEnd(workers, engine, drivers);
      LOG.info("the session ends: {}", reason);
      engine.close();
      Collection<JobView> jobs = engine.jobs();
      if (drivers.lost() != null && jobs.isEmpty()) {
        ApplicationId session =
            environment.container().getApplicationAttemptId().getApplicationId();
        BestEffort.close(
            () -> files.deleteUnsubmitted(TypeConverter.fromYarn(session)), "unsubmitted job");
      }
      FinalApplicationStatus status = FinalStatus.of(jobs);
      containers.unregister(status, FinalStatus.diagnostics(reason, jobs), pages.urlAfterEnd(jobs));
      events.sessionEnded();
      removal.sessionEnded();
      return status == FinalApplicationStatus.SUCCEEDED ? 0 : 1;
    }
  }

  /** Returns the path under which YARN's web proxy shows this master's pages. */
  private static String proxyBase() {
    String base = System.getenv(ApplicationConstants.APPLICATION_WEB_PROXY_BASE_ENV);
    return base == null ? "" : base;
  }

  private String awaitEnd(YarnWorkers workers, SessionEngine engine, Drivers drivers)
      throws InterruptedException {
    SessionEnd end = new SessionEnd(YarnSettings.of(conf).idleSeconds(), System.nanoTime());
    String reason = null;
    while (reason == null) {
      Thread.sleep(TICK_MILLIS);
      List<RemoteWorker> joined = engine.fleet().workers();
      joined.forEach(worker -> workers.joined(worker.number()));
      workers.tick();
      drivers.tick();
      reason =
          end.reason(
              new SessionEnd.View(
                  engine.isIdle(), drivers.hasLeft(), drivers.lost(), workers.gaveUp()),
              System.nanoTime());
      if (reason != null && drivers.lost() == null && !drivers.tryToEnd(engine::isIdle)) {
        reason = null; // a job has just come
      }
    }
    return reason;
  }
}
