// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection over a channel of Netty. The methods of {@link Connection} are thread-safe; all
 * others, and all calls of the handler, are on the thread of the channel.
 *
 * <p>All frames pass through one queue, so they are sent in the order of the calls of {@link
 * #send}, also if several threads call it. The channel takes them piece by piece, as the peer
 * reads.
 */
final class NettyConnection implements Connection {
  private static final Logger LOG = LoggerFactory.getLogger(NettyConnection.class);

  private final Channel channel;
  private final EventLoop thread;
  private final String peer;
  private final int maxFrameBytes;
  private final Owner owner;
  private final FrameEncoder encoder = new FrameEncoder();
  private final Object lock = new Object();

  @GuardedBy("lock")
  private State state = State.OPENING;

  @GuardedBy("lock")
  private final ArrayDeque<Outgoing> queue = new ArrayDeque<>();

  /** Whether the channel's thread will look into the queue. */
  @GuardedBy("lock")
  private boolean isWriting;

  // The channel's thread only.
  private FrameHandler handler; // null until the peer of an accepted connection is authenticated
  private Outgoing current; // the frame that the encoder is in; null if it is in none

  private enum State {
    OPENING,
    OPEN,
    ENDED
  }

  private record Outgoing(Frame frame, Runnable sent) {}

  /** Is told about the connection's life, on the channel's thread. */
  interface Owner {
    void authenticated(NettyConnection connection);

    /** The connection has ended; called once. */
    void ended(NettyConnection connection, String reason, boolean hadHandler);
  }

  /**
   * @param thread of the channel
   * @param handler null if it is known only after authentication
   */
  NettyConnection(
      Channel channel,
      EventLoop thread,
      String peer,
      int maxFrameBytes,
      Owner owner,
      FrameHandler handler) {
    this.channel = channel;
    this.thread = thread;
    this.peer = peer;
    this.maxFrameBytes = maxFrameBytes;
    this.owner = owner;
    this.handler = handler;
  }

  @Override
  public String peer() {
    return peer;
  }

  @Override
  public void send(Frame frame, Runnable sent) {
    boolean isTaken;
    boolean mustWrite = false;
    synchronized (lock) {
      isTaken = state == State.OPEN;
      if (isTaken) {
        queue.add(new Outgoing(frame, sent));
        mustWrite = !isWriting;
        isWriting = true;
      }
    }
    if (!isTaken) {
      run(sent);
    } else if (mustWrite) {
      later(this::write);
    }
  }

  @Override
  public void close() {
    endLater("this process closed the connection");
  }

  /** Ends the connection from any thread. */
  void endLater(String reason) {
    later(() -> end(reason));
  }

  private void later(Runnable work) {
    try {
      thread.execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("{}: the transport has been closed, so the connection has ended", peer);
    }
  }

  boolean hasEnded() {
    synchronized (lock) {
      return state == State.ENDED;
    }
  }

  /** The peer is authenticated. */
  void open(Supplier<FrameHandler> handlers) {
    synchronized (lock) {
      if (state != State.OPENING) {
        return;
      }
      state = State.OPEN;
    }
    owner.authenticated(this);
    call(
        () -> {
          handler = handlers.get();
          handler.opened(this);
        });
  }

  void received(Frame frame) {
    call(() -> handler.received(this, frame));
  }

  /** Writes what waits, as long as the channel takes it. A frame that cannot be is the end. */
  void write() {
    try {
      writePieces();
    } catch (RuntimeException | Error e) {
      end("writing failed: " + Failure.of(e).line());
    }
  }

  private void writePieces() {
    synchronized (lock) {
      isWriting = false;
    }
    while (channel.isWritable()) {
      if (current == null && !begin()) {
        break;
      }
      ByteBuf piece = encoder.next(channel.alloc());
      if (encoder.hasNext()) {
        channel.write(piece).addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
      } else {
        Runnable sent = current.sent;
        current = null;
        channel
            .write(piece)
            .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE)
            .addListener(written -> run(sent));
      }
    }
    channel.flush();
  }

  /** Begins with the next frame of the queue; returns whether there is one. */
  private boolean begin() {
    synchronized (lock) {
      current = state == State.OPEN ? queue.poll() : null;
    }
    if (current == null) {
      return false;
    }
    Frame frame = current.frame;
    if (frame.bytes() > maxFrameBytes) {
      end("a frame of " + frame.bytes() + " bytes to send: at most " + maxFrameBytes);
      return false;
    }
    encoder.begin(frame);
    return true;
  }

  /** Tells the peer that this side is alive, unless something waits to be written. */
  void keepAlive() {
    try {
      writeKeepAlive();
    } catch (RuntimeException | Error e) {
      end("writing failed: " + Failure.of(e).line());
    }
  }

  private void writeKeepAlive() {
    synchronized (lock) {
      if (state != State.OPEN || !queue.isEmpty()) {
        return;
      }
    }
    if (current == null && channel.isWritable()) {
      encoder.beginKeepAlive();
      channel
          .writeAndFlush(encoder.next(channel.alloc()))
          .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    }
  }

  /** Ends the connection, if it has not ended. */
  @SuppressWarnings("FutureReturnValueIgnored") // A channel that fails to close is gone, too.
  void end(String reason) {
    List<Outgoing> unsent;
    synchronized (lock) {
      if (state == State.ENDED) {
        return;
      }
      state = State.ENDED;
      unsent = List.copyOf(queue);
      queue.clear();
    }
    owner.ended(this, reason, handler != null);
    channel.close();
    if (current != null) {
      Runnable sent = current.sent;
      current = null;
      run(sent);
    }
    unsent.forEach(frame -> run(frame.sent));
    if (handler != null) {
      call(() -> handler.closed(this, reason));
    }
  }

  /** Calls the handler; the connection ends if it throws. */
  private void call(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      String failure = Failure.of(e).line();
      LOG.warn("the connection to {} ends, because its handler failed: {}", peer, failure);
      end("its handler failed: " + failure);
    }
  }

  private void run(Runnable sent) {
    try {
      sent.run();
    } catch (RuntimeException | Error e) {
      String failure = Failure.of(e).line();
      LOG.warn("{}: what follows the sending of a frame failed: {}", peer, failure);
    }
  }
}
