// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.net.InetSocketAddress;
import org.athanor.engine.thread.Clock;

/** A peer that has joined, and the connection to it, if there is one. Receiving thread only. */
final class PeerLink {
  private final int worker;
  private final InetSocketAddress address;
  private Feed feed; // null if there is none
  private final Clock clock;
  private long retryNanos; // by the clock, from which on the peer may be connected to
  private long pauseNanos; // before the retry after the next one
  private boolean isMissed; // it is wanted, and there is no connection
  private long missedNanos; // by the clock, since when, or when that was last reported

  /**
   * @param firstPauseNanos after the first failure
   */
  PeerLink(int worker, InetSocketAddress address, Clock clock, long firstPauseNanos) {
    this.worker = worker;
    this.address = address;
    this.clock = clock;
    this.retryNanos = clock.nanoTime();
    this.pauseNanos = firstPauseNanos;
  }

  int worker() {
    return worker;
  }

  InetSocketAddress address() {
    return address;
  }

  /** Returns the name of the peer as a sender. */
  String sender() {
    return "Worker " + worker;
  }

  /** Returns the connection; null if there is none. */
  Feed feed() {
    return feed;
  }

  void connected(Feed to) {
    feed = to;
  }

  /** The connection is over, or could not be made. */
  void disconnected(long longestPauseNanos) {
    feed = null;
    retryNanos = clock.nanoTime() + pauseNanos;
    pauseNanos = Math.min(2 * pauseNanos, longestPauseNanos);
  }

  /** Notes that the peer is not needed, or that there is a connection to it. */
  void isNotMissed() {
    isMissed = false;
  }

  /**
   * Notes that the peer is needed, and that there is no connection to it. Returns for how many
   * nanoseconds that has been so, since it began or was last reported.
   */
  long missedNanos() {
    long now = clock.nanoTime();
    if (!isMissed) {
      isMissed = true;
      missedNanos = now;
    }
    return now - missedNanos;
  }

  /** It was reported that the peer is missed. */
  void reported() {
    missedNanos = clock.nanoTime();
  }

  /** Returns how long to wait before the peer is connected to; 0 or less if it may be now. */
  long waitNanos() {
    return retryNanos - clock.nanoTime();
  }

  /** The connection works. */
  void works(long firstPauseNanos) {
    pauseNanos = firstPauseNanos;
  }
}
