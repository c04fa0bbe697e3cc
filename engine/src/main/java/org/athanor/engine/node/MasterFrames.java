// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.protocol.ToWorker;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;

/**
 * This Worker's only connection to the master. When it has ended, the Worker ends, too: the master
 * takes it for lost. All calls are on the connection's thread.
 */
final class MasterFrames implements FrameHandler {
  private final FromWorker.Hello hello;
  private final LateConnection connection;
  private final Consumer<ToWorker> messages;
  private final CompletableFuture<Ending> ended;
  private final Runnable fence;

  /** Why this Worker ends, and its exit code. */
  record Ending(int exitCode, String reason) {
    static Ending told() {
      return new Ending(0, "the master has told it to");
    }

    static Ending lost(String reason) {
      return new Ending(WorkerProcess.MASTER_LOST, "the connection to the master: " + reason);
    }
  }

  /**
   * @param connection is told of the connection when it is open
   * @param messages carries out what the master tells, apart from the end of the process
   * @param fence makes sure that nothing is committed any more
   * @param ended is completed when the process must end
   */
  MasterFrames(
      FromWorker.Hello hello,
      LateConnection connection,
      Consumer<ToWorker> messages,
      Runnable fence,
      CompletableFuture<Ending> ended) {
    this.hello = hello;
    this.connection = connection;
    this.messages = messages;
    this.fence = fence;
    this.ended = ended;
  }

  @Override
  public void opened(Connection opened) {
    opened.send(hello.toFrame()); // before any message of others
    connection.use(opened);
  }

  @Override
  public void received(Connection sender, Frame frame) {
    if (ended.isDone()) {
      return;
    }
    try {
      if (!(Message.of(frame) instanceof ToWorker message)) {
        throw new IOException("what a master does not send: type " + frame.type());
      } else if (message instanceof ToWorker.End) {
        end(Ending.told());
      } else {
        messages.accept(message);
      }
    } catch (IOException e) {
      end(Ending.lost(e.getMessage()));
      sender.close();
    }
  }

  @Override
  public void closed(Connection unused, String reason) {
    end(Ending.lost(reason));
  }

  private void end(Ending ending) {
    fence.run();
    ended.complete(ending);
  }
}
