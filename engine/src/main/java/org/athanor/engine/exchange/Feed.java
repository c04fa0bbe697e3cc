// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.concurrent.atomic.AtomicLong;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection on which a peer pushes map output to this Worker. The handler's methods are called
 * by the transport and only queue what arrives; all others by the receiving thread.
 */
final class Feed implements FrameHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

  private final ReceiveThread receiver;
  private final PeerLink link;
  private final AtomicLong waiting = new AtomicLong(); // cost of the messages that are queued
  private volatile boolean isOpen;
  private volatile boolean hasEnded;
  private volatile boolean isRefused; // nothing more is taken
  private volatile long largestWindow;
  private volatile Connection connection;

  // Receiving thread only.
  private boolean isGreeted;
  private long taken; // cost of all messages that were taken
  private long told; // of it, what the peer knows
  private long window;

  Feed(ReceiveThread receiver, PeerLink link) {
    this.receiver = receiver;
    this.link = link;
  }

  // The transport's calls

  @Override
  public void opened(Connection opened) {
    connection = opened;
    isOpen = true;
    receiver.wake();
  }

  @Override
  public void received(Connection from, Frame frame) {
    if (isRefused) {
      return;
    }
    long cost = MessageCodec.cost(frame);
    long all = waiting.addAndGet(cost);
    boolean isQueued = false;
    try {
      if (all > cost && all > largestWindow) {
        refuse(all + " bytes arrived, although at most " + largestWindow + " are allowed");
      } else {
        receiver.add(() -> receiver.take(this, frame));
        isQueued = true;
      }
    } finally {
      if (!isQueued) {
        waiting.addAndGet(-cost);
      }
    }
  }

  @Override
  public void closed(Connection closed, String reason) {
    hasEnded = true;
    receiver.wake();
    LOG.debug("the connection to {} has ended: {}", closed.peer(), reason);
  }

  // Any thread

  /** Ends the connection because of what the peer has sent, or because it cannot be taken. */
  void refuse(String why) {
    if (!isRefused) {
      isRefused = true;
      Connection refused = connection;
      try {
        LOG.warn("the connection to {} ends: {}", refused.peer(), why);
      } finally {
        refused.close();
      }
    }
  }

  // The receiving thread's calls

  PeerLink link() {
    return link;
  }

  boolean isOpen() {
    return isOpen && !hasEnded;
  }

  boolean isRefused() {
    return isRefused;
  }

  /** Whether nothing arrives any more, and all that has arrived was taken. */
  boolean isOver() {
    return hasEnded && waiting.get() == 0;
  }

  boolean isGreeted() {
    return isGreeted;
  }

  /** Says the first words. */
  void greet(int from, int to) {
    isGreeted = true;
    send(MessageCodec.frame(new Message.Hello(from, to)));
  }

  /** Allows so many bytes on their way. */
  void setWindow(long bytes) {
    if (bytes != window) {
      window = bytes;
      largestWindow = Math.max(largestWindow, bytes);
      sendCredit();
    }
  }

  private void sendCredit() {
    long all = taken;
    boolean isSent = false;
    try {
      send(MessageCodec.frame(new Message.Credit(all, window)));
      told = all;
      isSent = true;
    } finally {
      if (!isSent) {
        receiver.wake(); // which leads to sendMissedCredit
      }
    }
  }

  void send(Frame frame) {
    connection.send(frame);
  }

  /** Tells the peer what was taken, if it waits for that; may be called again and again. */
  void sendMissedCredit() {
    if (isOpen() && isGreeted && told != taken && waiting.get() == 0) {
      sendCredit();
    }
  }

  /** A message was taken, or dropped. */
  void taken(long cost) {
    taken += cost;
    boolean isLast = waiting.addAndGet(-cost) == 0;
    if (!isOpen()) {
      receiver.wake(); // It may be over now.
    } else if (isGreeted && (isLast || taken - told >= window / 4)) {
      sendCredit();
    }
  }

  /** Ends the connection because it is not needed any more. */
  void close() {
    isRefused = true;
    Connection open = connection;
    if (open != null) {
      open.close();
    }
  }

  /** The transport has made the connection, which need not be open yet. */
  void connecting(Connection made) {
    if (connection == null) {
      connection = made;
    }
  }
}
