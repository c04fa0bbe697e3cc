// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import org.apache.hadoop.net.NetUtils;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.node.WorkerIdentity;
import org.athanor.engine.node.WorkerLimits;
import org.athanor.engine.node.WorkerProcess;
import org.athanor.engine.yarn.SessionSecret;
import org.athanor.engine.yarn.WorkerSize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The main class of a Worker's container. */
public final class WorkerContainer {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerContainer.class);

  private WorkerContainer() {}

  /**
   * Runs the Worker, and ends the JVM.
   *
   * @param arguments the Worker's number, the master's address, and the Worker's seat on its node
   */
  public static void main(String[] arguments) {
    int code = 1;
    try {
      int worker = Integer.parseInt(arguments[0]);
      InetSocketAddress master = NetUtils.createSocketAddr(arguments[1]);
      Seat seat = Seat.parse(arguments[2]);
      ContainerEnvironment environment = ContainerEnvironment.read();
      code =
          environment
              .user()
              .doAs(
                  (PrivilegedExceptionAction<Integer>)
                      () -> run(worker, master, seat, environment));
    } catch (Exception | Error e) {
      Failure failure = Failure.of(e);
      LOG.error("{}", failure.trace());
      System.err.println(failure.line());
    }
    System.exit(code); // Code of jobs may have left threads that are not daemons.
  }

  private static int run(
      int number, InetSocketAddress master, Seat seat, ContainerEnvironment environment)
      throws IOException, InterruptedException {
    LOG.info("Worker {} of {} for the master at {}", number, environment.container(), master);
    EngineSettings settings =
        EngineSettings.of(
            environment.conf(),
            Runtime.getRuntime().maxMemory(),
            WorkerSize.readFrom(environment.conf()).threads());
    WorkerIdentity identity =
        new WorkerIdentity(
            number,
            environment.host(),
            "",
            OwnAddress.of(environment.host(), environment.conf()).ofSession(),
            seat,
            Optional.of(environment.place()),
            Optional.of(environment.logs()));
    return new WorkerProcess(
            identity,
            master,
            SessionSecret.of(environment.credentials()),
            settings,
            environment.conf(),
            WorkerLimits.of(YarnSettings.of(environment.conf()).silence()))
        .run();
  }
}
