// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;

/** The master's side of a connection whose peer is the test. Not thread-safe. */
final class FakeConnection implements Connection {
  private final String peer;
  private final FrameHandler handler;
  private final List<Message> sent = new ArrayList<>();
  private boolean isClosed;

  FakeConnection(String peer, FrameHandler handler) {
    this.peer = peer;
    this.handler = handler;
    handler.opened(this);
  }

  @Override
  public void send(Frame frame, Runnable done) {
    try {
      if (!isClosed) {
        sent.add(Message.of(frame));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    done.run();
  }

  /** The peer's message arrives. */
  void arrive(Message message) {
    arrive(message.toFrame());
  }

  void arrive(Frame frame) {
    handler.received(this, frame);
  }

  /** The connection ends, as it does some time after {@link #close}. */
  void end(String reason) {
    isClosed = true;
    handler.closed(this, reason);
  }

  /** Returns what was sent since the last call. */
  List<Message> sent() {
    List<Message> all = List.copyOf(sent);
    sent.clear();
    return all;
  }

  boolean isClosed() {
    return isClosed;
  }

  @Override
  public void close() {
    isClosed = true;
  }

  @Override
  public String peer() {
    return peer;
  }
}
