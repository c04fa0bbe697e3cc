// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pages of files that were read, with how often they are asked for. Files that have no page here
 * are remembered, too, so that their next reader knows how often they were read. Guarded by its
 * {@link DataCache}.
 */
final class Inputs {
  /** What a page takes besides its bytes. */
  private static final long PAGE_OVERHEAD = 128;

  private static final int MAX_REMEMBERED = 4096;

  /** After so many requests all numbers of requests are halved, so that old files can go. */
  private static final int AGEING_REQUESTS = 1 << 16;

  /** A file. */
  private static final class Input {
    private final int size; // in pages
    private final Map<Integer, byte[]> pages = new HashMap<>();
    private long bytes;
    private long requests;

    Input(int size) {
      this.size = size;
    }

    /** How often each of its pages was asked for, on average. */
    double frequency() {
      return (double) requests / size;
    }
  }

  private final Map<Object, Input> kept = new HashMap<>();
  private final Map<Object, Input> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Input> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };
  private long bytes;
  private int requests;

  /** Returns the memory of all pages. */
  long bytes() {
    return bytes;
  }

  /**
   * Returns a page, or null; counts the request.
   *
   * @param size number of pages of the file
   */
  byte[] page(Object key, int size, int index) {
    if (++requests % AGEING_REQUESTS == 0) {
      kept.values().forEach(input -> input.requests /= 2);
      remembered.values().forEach(input -> input.requests /= 2);
    }
    Input input = kept.get(key);
    if (input == null) {
      input = remembered.computeIfAbsent(key, unused -> new Input(size));
    }
    input.requests++;
    return input.pages.get(index);
  }

  double frequency(Object key) {
    Input input = kept.getOrDefault(key, remembered.get(key));
    return input == null ? 0 : input.frequency();
  }

  /** Returns the memory that another page of a file takes, in bytes. */
  long memoryFor(Object key, byte[] page) {
    return PAGE_OVERHEAD + page.length + (kept.containsKey(key) ? 0 : DataCache.FILE_BYTES);
  }

  /** Adds a page that was asked for; returns how much memory it takes, 0 if it is there already. */
  long add(Object key, int index, byte[] page) {
    long more = memoryFor(key, page);
    Input input = kept.get(key);
    if (input == null) {
      input = remembered.remove(key);
      if (input == null) {
        return 0;
      }
      kept.put(key, input);
    }
    if (input.pages.putIfAbsent(index, page) != null) {
      return 0;
    }
    input.bytes += more;
    bytes += more;
    return more;
  }

  /**
   * Removes the pages of the file that is asked for least.
   *
   * @param frequency only a file that is asked for less often is removed
   * @return how many bytes that frees
   */
  long removeLeastUsed(double frequency) {
    Object key = null;
    double least = frequency;
    for (Map.Entry<Object, Input> entry : kept.entrySet()) {
      double its = entry.getValue().frequency();
      if (its < least) {
        least = its;
        key = entry.getKey();
      }
    }
    if (key == null) {
      return 0;
    }
    Input input = kept.remove(key);
    long freed = input.bytes;
    input.pages.clear();
    input.bytes = 0;
    bytes -= freed;
    remembered.put(key, input);
    return freed;
  }

  /** Forgets everything; returns how many bytes that frees. */
  long clear() {
    long freed = bytes;
    kept.clear();
    remembered.clear();
    bytes = 0;
    return freed;
  }
}
