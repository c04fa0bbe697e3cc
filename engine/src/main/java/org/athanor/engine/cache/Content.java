// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A file in memory, which does not change any more. Thread-safe. */
final class Content {
  private final List<byte[]> pages;
  private final long length;

  /** How many streams read it: its memory cannot be given back before they are closed. */
  private int readers; // guarded by the cache

  private final DataCache cache;

  Content(DataCache cache, List<byte[]> pages, long length) {
    this.cache = cache;
    this.pages = List.copyOf(pages);
    this.length = length;
  }

  /** Returns the number of bytes. */
  long length() {
    return length;
  }

  /** Returns the memory that it takes, in bytes. */
  long memory() {
    return length == 0 ? 0 : length + DataCache.FILE_BYTES;
  }

  /** Returns whether a stream reads it. The caller has the cache's lock. */
  boolean isRead() {
    return readers > 0;
  }

  /** Opens it for a reader. */
  Pages open() {
    synchronized (cache) {
      readers++;
    }
    return new Reader();
  }

  void writeTo(OutputStream out) throws IOException {
    for (byte[] page : pages) {
      out.write(page);
    }
  }

  /** What one reader has open. */
  private final class Reader implements Pages {
    private boolean closed; // guarded by the cache

    @Override
    public long length() {
      return length;
    }

    @Override
    public byte[] page(int index) {
      return pages.get(index);
    }

    @Override
    public void close() {
      synchronized (cache) {
        if (!closed) {
          closed = true;
          readers--;
          cache.giveBackUnread(Content.this);
        }
      }
    }
  }
}
