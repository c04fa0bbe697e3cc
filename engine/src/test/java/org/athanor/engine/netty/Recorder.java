// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;

/** Records what a handler is told, and that the order of the calls is right. */
final class Recorder implements FrameHandler {
  private static final long LONG_SECONDS = 30;

  private final CompletableFuture<Connection> opened = new CompletableFuture<>();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
  private final List<String> wrongCalls = new CopyOnWriteArrayList<>();

  @Override
  public void opened(Connection connection) {
    if (closed.isDone() || !opened.complete(connection)) {
      wrongCalls.add("opened");
    }
  }

  @Override
  public void received(Connection connection, Frame frame) {
    if (closed.isDone() || !opened.isDone()) {
      wrongCalls.add("received");
    }
    frames.add(frame);
  }

  @Override
  public void closed(Connection connection, String reason) {
    if (!closed.complete(reason)) {
      wrongCalls.add("closed: " + reason);
    }
  }

  boolean hasOpened() {
    return opened.isDone();
  }

  boolean hasClosed() {
    return closed.isDone();
  }

  Connection awaitOpened() throws Exception {
    return opened.get(LONG_SECONDS, TimeUnit.SECONDS);
  }

  Frame awaitFrame() throws InterruptedException {
    Frame frame = frames.poll(LONG_SECONDS, TimeUnit.SECONDS);
    assertThat(frame).isNotNull();
    return frame;
  }

  /** Waits for the end; returns its reason. */
  String awaitClosed() throws Exception {
    String reason = closed.get(LONG_SECONDS, TimeUnit.SECONDS);
    assertThat(wrongCalls).isEmpty();
    assertThat(reason).doesNotContain("\n");
    return reason;
  }

  /** The frames that nobody has awaited. */
  List<Frame> frames() {
    return List.copyOf(frames);
  }
}
