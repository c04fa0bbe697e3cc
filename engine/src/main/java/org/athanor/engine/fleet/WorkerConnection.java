// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import java.io.IOException;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one Worker, from its greeting to its end. What it says after it was
 * disconnected is ignored. All state is the connection's thread's.
 */
final class WorkerConnection implements FrameHandler {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerConnection.class);

  private final Fleet fleet;
  private RemoteWorker worker; // null before the greeting
  private String ended; // why this process has ended the connection; null if it has not

  WorkerConnection(Fleet fleet) {
    this.fleet = fleet;
  }

  @Override
  public void opened(Connection connection) {}

  @Override
  public void received(Connection connection, Frame frame) {
    if (ended != null) {
      return;
    }
    try {
      if (!(Message.of(frame) instanceof FromWorker message)) {
        end(connection, "it has sent what a Worker does not send");
      } else if (worker == null) {
        greet(connection, message);
      } else {
        take(connection, message);
      }
    } catch (IOException e) {
      end(connection, e.getMessage());
    }
  }

  private void greet(Connection connection, FromWorker message) {
    if (!(message instanceof FromWorker.Hello hello)) {
      end(connection, "its first message is " + message.type());
    } else if (hello.version() != Message.VERSION) {
      end(connection, "its messages have version " + hello.version() + ", not " + Message.VERSION);
    } else {
      RemoteWorker greeted = new RemoteWorker(connection, hello, fleet.commits());
      worker = greeted;
      if (!fleet.join(greeted)) {
        worker = null;
        end(connection, "there is or was another Worker " + hello.worker());
      }
    }
  }

  private void take(Connection connection, FromWorker message) {
    if (message instanceof FromWorker.JobBroken broken) {
      worker.received(broken);
      end(connection, broken.job() + " cannot go on there: " + broken.line());
    } else if (message instanceof FromWorker.OfJob ofJob) {
      worker.received(ofJob);
    } else if (message instanceof FromWorker.Status status) {
      worker.told(status.status());
    } else if (message instanceof FromWorker.PeerUnreachable unreachable) {
      fleet.unreachable(worker, unreachable.peer());
    } else {
      end(connection, "unexpected " + message.type());
    }
  }

  private void end(Connection connection, String reason) {
    ended = reason;
    LOG.warn(
        "{} is disconnected: {}", worker == null ? connection.peer() : worker.toString(), reason);
    connection.close();
  }

  @Override
  public void closed(Connection connection, String reason) {
    if (worker != null) {
      fleet.lost(worker, ended != null ? ended : worker.dropReason().orElse(reason));
    }
  }
}
