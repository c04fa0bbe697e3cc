// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;

/** The other end of a connection of an {@link Exchange}: the test decides what it says. */
final class PeerStub implements FrameHandler {
  private static final long LONG_SECONDS = 60;

  private final CompletableFuture<Connection> opened = new CompletableFuture<>();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();

  @Override
  public void opened(Connection connection) {
    opened.complete(connection);
  }

  @Override
  public void received(Connection connection, Frame frame) {
    frames.add(frame);
  }

  @Override
  public void closed(Connection connection, String reason) {
    closed.complete(reason);
  }

  void send(Frame frame) throws Exception {
    opened.get(LONG_SECONDS, TimeUnit.SECONDS).send(frame);
  }

  void close() throws Exception {
    opened.get(LONG_SECONDS, TimeUnit.SECONDS).close();
  }

  /** Waits for the next frame. */
  Frame frame() throws InterruptedException {
    Frame frame = frames.poll(LONG_SECONDS, TimeUnit.SECONDS);
    assertThat(frame).as("a frame").isNotNull();
    return frame;
  }

  /** Waits for the next message. */
  Message message() throws Exception {
    return MessageCodec.message(frame());
  }

  /** Waits for the next message, which must be of a type. */
  <M extends Message> M message(Class<M> type) throws Exception {
    Message message = message();
    assertThat(message).isInstanceOf(type);
    return type.cast(message);
  }

  /** Checks that nothing else has arrived. */
  void assertNothingMore() {
    assertThat(frames).isEmpty();
  }

  boolean isClosed() {
    return closed.isDone();
  }

  void awaitClosed() throws Exception {
    assertThat(closed.get(LONG_SECONDS, TimeUnit.SECONDS)).isNotNull();
  }
}
