// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.Closeable;
import java.io.IOException;

/** The pages of a file that was not written here: those that are not in the cache are read. */
final class InputPages implements Pages {
  /** Reads parts of the file. */
  interface Source extends Closeable {
    void readFully(long position, byte[] bytes) throws IOException;

    /** Returns whether what was read is what the key says, and will be what it says. */
    boolean isUnchanged() throws IOException;
  }

  private final DataCache cache;
  private final Object key;
  private final long length;
  private final Source source;
  private int currentIndex = -1;
  private byte[] current;

  InputPages(DataCache cache, Object key, long length, Source source) {
    this.cache = cache;
    this.key = key;
    this.length = length;
    this.source = source;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public synchronized byte[] page(int index) throws IOException {
    if (index != currentIndex) {
      byte[] page = cache.inputPage(key, 1 + Pages.indexOf(length - 1), index);
      current = page == null ? read(index) : page;
      currentIndex = index;
    }
    return current;
  }

  private byte[] read(int index) throws IOException {
    byte[] page = new byte[sizeOf(index)];
    source.readFully((long) index * PAGE_BYTES, page);
    if (source.isUnchanged()) {
      cache.keepInput(key, index, page);
    }
    return page;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
