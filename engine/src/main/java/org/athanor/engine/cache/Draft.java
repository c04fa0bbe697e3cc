// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What has been written of a file, in memory. Its memory is the cache's. Thread-safe. */
final class Draft {
  private static final int FIRST_BYTES = 4 << 10;

  private final DataCache cache;

  /** All are full, but the last. */
  @GuardedBy("this")
  private final List<byte[]> pages = new ArrayList<>();

  @GuardedBy("this")
  private int usedOfLast;

  @GuardedBy("this")
  private long length;

  /** Memory that was taken from the cache, in bytes. */
  @GuardedBy("this")
  private long taken;

  @GuardedBy("this")
  private boolean ended;

  Draft(DataCache cache) {
    this.cache = cache;
  }

  synchronized long length() {
    return length;
  }

  /**
   * Adds bytes.
   *
   * @return how many; fewer if the cache has no memory for more
   */
  synchronized int append(byte[] bytes, int offset, int size) {
    int done = 0;
    while (done < size && !ended && hasRoom()) {
      byte[] page = pages.get(pages.size() - 1);
      int piece = Math.min(size - done, page.length - usedOfLast);
      System.arraycopy(bytes, offset + done, page, usedOfLast, piece);
      usedOfLast += piece;
      done += piece;
      length += piece;
    }
    return done;
  }

  /** Makes the last page larger, or begins another, if it is full. */
  @GuardedBy("this")
  private boolean hasRoom() {
    byte[] last = pages.isEmpty() ? new byte[0] : pages.get(pages.size() - 1);
    if (usedOfLast < last.length) {
      return true;
    }
    boolean grows = !pages.isEmpty() && last.length < Pages.PAGE_BYTES;
    int size = grows ? Math.min(2 * last.length, Pages.PAGE_BYTES) : firstBytes();
    int more = pages.isEmpty() ? size + DataCache.FILE_BYTES : size;
    if (!take(grows ? size - last.length : more)) {
      return false;
    }
    if (grows) {
      pages.set(pages.size() - 1, Arrays.copyOf(last, size));
    } else {
      pages.add(new byte[size]);
      usedOfLast = 0;
    }
    return true;
  }

  @GuardedBy("this")
  private int firstBytes() {
    return pages.isEmpty() ? FIRST_BYTES : Pages.PAGE_BYTES;
  }

  @GuardedBy("this")
  private boolean take(int bytes) {
    boolean took = cache.takeForOutput(bytes);
    taken += took ? bytes : 0;
    return took;
  }

  /** Ends it; returns the file, whose memory is what it needs. Nothing if it was dropped. */
  synchronized Content finish() {
    if (ended) {
      throw new IllegalStateException("the draft has ended");
    }
    ended = true;
    if (!pages.isEmpty()) {
      int last = pages.size() - 1;
      pages.set(last, Arrays.copyOf(pages.get(last), usedOfLast));
    }
    Content content = new Content(cache, pages, length);
    cache.giveBack(taken - content.memory());
    pages.clear();
    return content;
  }

  /** Gives the memory back, unless {@link #finish} has been called. */
  synchronized void drop() {
    if (!ended) {
      ended = true;
      pages.clear();
      cache.giveBack(taken);
    }
  }

  /** Returns whether {@link #finish} or {@link #drop} has been called. */
  synchronized boolean hasEnded() {
    return ended;
  }

  /** Writes all of it. Nothing may be added meanwhile. */
  void writeTo(OutputStream out) throws IOException {
    List<byte[]> all;
    long left;
    synchronized (this) {
      all = List.copyOf(pages);
      left = length;
    }
    for (byte[] page : all) {
      out.write(page, 0, (int) Math.min(page.length, left));
      left -= page.length;
    }
  }
}
