// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Subtrees of file systems whose names do not change for a while: whoever moves, deletes, creates
 * or writes a file that is held in memory reserves its path, so that what is known of it stays what
 * the file system has. A thread may reserve what it has reserved already. Thread-safe.
 */
final class Reservations {
  /** What one thread has reserved. */
  final class Reservation {
    private final Thread owner = Thread.currentThread();
    private final List<Path> paths;

    private Reservation(List<Path> paths) {
      this.paths = paths;
    }

    private boolean isAgainst(List<Path> others) {
      return owner != Thread.currentThread()
          && paths.stream().anyMatch(path -> others.stream().anyMatch(o -> overlap(path, o)));
    }

    /** Ends it. */
    void release() {
      end(this);
    }
  }

  @GuardedBy("this")
  private final List<Reservation> all = new ArrayList<>();

  /** Waits until no other thread has reserved one of the paths, what is below, or above. */
  synchronized Reservation reserve(Path... paths) throws InterruptedIOException {
    List<Path> wanted = Arrays.asList(paths);
    while (all.stream().anyMatch(other -> other.isAgainst(wanted))) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while others use " + wanted);
      }
    }
    Reservation reservation = new Reservation(wanted);
    all.add(reservation);
    return reservation;
  }

  /** Returns whether the calling thread has reserved something, so that it must not wait. */
  synchronized boolean areOfThisThread() {
    return all.stream().anyMatch(one -> one.owner == Thread.currentThread());
  }

  private synchronized void end(Reservation reservation) {
    all.remove(reservation);
    notifyAll();
  }

  private static boolean overlap(Path one, Path other) {
    return PathNames.isUnder(one, other) || PathNames.isUnder(other, one);
  }
}
