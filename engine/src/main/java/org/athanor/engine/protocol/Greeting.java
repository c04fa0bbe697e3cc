// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.util.function.Supplier;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first handler of a connection that a peer has opened to the master: hands it to the handlers
 * for Workers or for drivers, by its first frame. Those are told of the opening first, and of the
 * first frame then.
 */
public final class Greeting implements FrameHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Greeting.class);

  private final Supplier<FrameHandler> workers;
  private final Supplier<FrameHandler> drivers;

  // The connection's thread only.
  private FrameHandler handler; // null before the first frame
  private boolean refused;

  /**
   * @param workers makes the handler of a Worker's connection
   * @param drivers makes the handler of a driver's connection
   */
  public Greeting(Supplier<FrameHandler> workers, Supplier<FrameHandler> drivers) {
    this.workers = workers;
    this.drivers = drivers;
  }

  @Override
  public void opened(Connection connection) {}

  @Override
  public void received(Connection connection, Frame frame) {
    if (refused) {
      return;
    }
    if (handler == null) {
      if (frame.type() == MessageType.WORKER_HELLO.code()) {
        handler = workers.get();
      } else if (frame.type() == MessageType.DRIVER_HELLO.code()) {
        handler = drivers.get();
      } else {
        refused = true;
        LOG.warn(
            "{} is disconnected: its first frame, of type {}, is no greeting",
            connection.peer(),
            frame.type());
        connection.close();
        return;
      }
      handler.opened(connection);
    }
    handler.received(connection, frame);
  }

  @Override
  public void closed(Connection connection, String reason) {
    if (handler != null) {
      handler.closed(connection, reason);
    }
  }
}
