// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What was opened so far: it is closed, the last first, unless all could be opened. */
final class Opened implements Closeable {
  private final Deque<Closeable> all = new ArrayDeque<>();

  void add(Closeable one) {
    all.push(one);
  }

  /** All is open, and somebody else closes it. */
  void keep() {
    all.clear();
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    while (!all.isEmpty()) {
      try {
        all.pop().close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
