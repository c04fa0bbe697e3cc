// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;

/**
 * The connection to the master, for those who are made before it. It is open, and the greeting is
 * sent, before they use it: what they say follows from what the master has told, or they look
 * whether it is known. Thread-safe.
 */
final class LateConnection implements Connection {
  private volatile Connection connection; // null until it is known

  void use(Connection made) {
    connection = made;
  }

  /** Returns whether the master is connected, or was. */
  boolean isKnown() {
    return connection != null;
  }

  @Override
  public void send(Frame frame, Runnable sent) {
    connection.send(frame, sent);
  }

  @Override
  public void close() {
    connection.close();
  }

  @Override
  public String peer() {
    return connection.peer();
  }
}
