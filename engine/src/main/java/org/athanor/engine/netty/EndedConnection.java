// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;

/** A connection that could not even begin. */
record EndedConnection(String peer) implements Connection {
  @Override
  public void send(Frame frame, Runnable sent) {
    sent.run();
  }

  @Override
  public void close() {
    // It is.
  }
}
