// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.athanor.engine.transport.Connection;

/**
 * A peer that has connected to be pushed map output: what it wants, and how much it may be sent.
 * Guarded by the lock of {@link PushThread}.
 */
final class Subscriber {
  /** How many bytes the subscriptions of a peer may need, which may wait for jobs to open. */
  static final long MAX_BYTES = 64 << 20;

  private static final int OBJECT_BYTES = 200;

  private final Connection connection;
  private final List<Subscription> subscriptions = new ArrayList<>();
  private long bytes; // of the subscriptions
  private int turn; // index of the subscription that is looked at first
  private OutputPush push; // null between two outputs
  private long sent; // cost of all messages
  private long taken; // of it, what the peer has taken
  private long window;
  private boolean hasEnded;

  Subscriber(Connection connection) {
    this.connection = connection;
  }

  Connection connection() {
    return connection;
  }

  /** Nothing more is sent. */
  void end() {
    hasEnded = true;
    push = null;
  }

  Subscription add(Message.Subscribe message) throws WrongMessageException {
    if (subscriptions.stream().anyMatch(other -> other.number() == message.subscription())) {
      throw new WrongMessageException("subscription " + message.subscription() + " is there");
    }
    Subscription added =
        new Subscription(
            message,
            OBJECT_BYTES + (message.partitions().size() + message.maps().size()) / Byte.SIZE);
    if (bytes + added.bytes() > MAX_BYTES) {
      throw new WrongMessageException(
          "subscriptions of " + (bytes + added.bytes()) + " bytes: at most " + MAX_BYTES);
    }
    subscriptions.add(added);
    bytes += added.bytes();
    return added;
  }

  Subscription get(int number) throws WrongMessageException {
    for (Subscription subscription : subscriptions) {
      if (subscription.number() == number) {
        return subscription;
      }
    }
    throw new WrongMessageException("there is no subscription " + number);
  }

  void remove(Subscription removed) {
    subscriptions.remove(removed);
    bytes -= removed.bytes();
    if (push != null && push.subscription() == removed) {
      push = null;
    }
  }

  /** Returns whether there is a subscription. */
  boolean wantsOutput() {
    return !subscriptions.isEmpty();
  }

  /** A job has been opened on this Worker: what waits for it may go on. */
  void opened(KeptOutputs job) throws WrongMessageException {
    for (Subscription subscription : subscriptions) {
      if (subscription.jobName().equals(job.job())) {
        begin(subscription, job);
      }
    }
  }

  static void begin(Subscription subscription, KeptOutputs job) throws WrongMessageException {
    if (subscription.partitions().length() > job.partitions()) {
      throw new WrongMessageException(
          String.format(
              Locale.ROOT,
              "a subscription to partition %d of %s, which has %d",
              subscription.partitions().length() - 1,
              job.job(),
              job.partitions()));
    }
    subscription.begin(job);
  }

  /** A job is not open on this Worker any more. */
  void closed(KeptOutputs job) {
    for (Subscription subscription : subscriptions) {
      if (subscription.job() == job) {
        subscription.end();
      }
    }
    if (push != null && push.job() == job) {
      push = null;
    }
  }

  void credit(Message.Credit credit) throws WrongMessageException {
    if (credit.taken() < taken || credit.taken() > sent || credit.window() <= 0) {
      throw new WrongMessageException(
          String.format(
              Locale.ROOT,
              "%d bytes taken, %d allowed, after %d of %d that were sent",
              credit.taken(),
              credit.window(),
              taken,
              sent));
    }
    taken = credit.taken();
    window = credit.window();
  }

  /** Whether a message can be sent now, or at least be read. Pushing thread only. */
  boolean isReady() {
    if (hasEnded || window == 0) {
      return false;
    }
    if (push != null) {
      return hasRoomFor(push.cost());
    }
    Subscription next = next();
    return next != null && hasRoomFor(MessageCodec.costOfBlock(next.job().blockBytes()));
  }

  private boolean hasRoomFor(long cost) {
    long onTheWay = sent - taken;
    return onTheWay == 0 || onTheWay + cost <= window;
  }

  /** Returns the next subscription that has output to push; null if there is none. */
  private Subscription next() {
    for (int i = 0; i < subscriptions.size(); i++) {
      int index = (turn + i) % subscriptions.size();
      if (subscriptions.get(index).hasNext()) {
        turn = index;
        return subscriptions.get(index);
      }
    }
    return null;
  }

  /** Returns what is pushed now; null if there is nothing. Pushing thread only. */
  OutputPush push() {
    if (push == null && !hasEnded) {
      Subscription next = next();
      if (next != null) {
        push = next.next();
        turn++;
      }
    }
    return push;
  }

  /**
   * Takes the message that a push has read, if the push still goes on, and if there is credit for
   * it. Pushing thread only.
   *
   * @return whether the message is to be sent
   */
  boolean mayTake(OutputPush from) {
    if (hasEnded || push != from || !hasRoomFor(from.cost())) {
      return false;
    }
    sent += from.cost();
    return true;
  }

  /** A push has ended, or cannot go on. */
  void ended(OutputPush ended) {
    if (push == ended) {
      push = null;
    }
  }
}
