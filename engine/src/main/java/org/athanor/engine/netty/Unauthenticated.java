// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Iterator;
import java.util.LinkedHashSet;

/**
 * The accepted connections whose peers have not proved anything yet; a limited number. One more
 * takes the place of the oldest: a peer of the session needs milliseconds, so those that wait
 * longest are the strangers. Thread-safe.
 */
final class Unauthenticated {
  private final int max;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final LinkedHashSet<NettyConnection> waiting = new LinkedHashSet<>();

  Unauthenticated(int max) {
    this.max = max;
  }

  /** Adds a connection; returns the one that must be ended instead, or null. */
  NettyConnection add(NettyConnection connection) {
    synchronized (lock) {
      NettyConnection oldest = null;
      if (waiting.size() == max) {
        Iterator<NettyConnection> all = waiting.iterator();
        oldest = all.next();
        all.remove();
      }
      waiting.add(connection);
      return oldest;
    }
  }

  void remove(NettyConnection connection) {
    synchronized (lock) {
      waiting.remove(connection);
    }
  }

  int size() {
    synchronized (lock) {
      return waiting.size();
    }
  }
}
