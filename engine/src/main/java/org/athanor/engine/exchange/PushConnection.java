// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that a peer has opened to be pushed map output. The transport's thread only. */
final class PushConnection implements FrameHandler {
  private static final Logger LOG = LoggerFactory.getLogger(PushConnection.class);

  private final int worker;
  private final PushThread pushes;
  private Subscriber subscriber; // null before the connection is open
  private boolean isGreeted;
  private boolean isRefused;

  /**
   * @param worker the number of this Worker
   */
  PushConnection(int worker, PushThread pushes) {
    this.worker = worker;
    this.pushes = pushes;
  }

  @Override
  public void opened(Connection connection) {
    subscriber = new Subscriber(connection);
    pushes.add(subscriber);
  }

  @Override
  public void received(Connection connection, Frame frame) {
    if (isRefused) {
      return;
    }
    try {
      take(MessageCodec.message(frame));
    } catch (WrongMessageException e) {
      isRefused = true;
      pushes.remove(subscriber);
      refuse(connection, e);
    }
  }

  /** Ends a connection because of what its peer has sent. */
  static void refuse(Connection connection, WrongMessageException why) {
    try {
      LOG.warn("the connection to {} ends: {}", connection.peer(), why.getMessage());
    } finally {
      connection.close();
    }
  }

  private void take(Message message) throws WrongMessageException {
    if (message instanceof Message.Hello hello) {
      greet(hello);
    } else if (!isGreeted) {
      throw new WrongMessageException("the peer does not say who it is");
    } else if (message instanceof Message.Subscribe subscribe) {
      pushes.subscribe(subscriber, subscribe);
    } else if (message instanceof Message.Narrow narrow) {
      pushes.narrow(subscriber, narrow);
    } else if (message instanceof Message.Unsubscribe unsubscribe) {
      pushes.unsubscribe(subscriber, unsubscribe);
    } else if (message instanceof Message.Credit credit) {
      pushes.credit(subscriber, credit);
    } else {
      throw new WrongMessageException("map output is pushed in the wrong direction");
    }
  }

  private void greet(Message.Hello hello) throws WrongMessageException {
    if (isGreeted || hello.to() != worker) {
      throw new WrongMessageException(
          "Worker " + hello.from() + " looks for Worker " + hello.to() + "; this is " + worker);
    }
    isGreeted = true;
  }

  @Override
  public void closed(Connection connection, String reason) {
    if (subscriber != null) {
      pushes.remove(subscriber);
    }
  }
}
