// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.util.Optional;

/**
 * A copy in memory of what is written to a file, as long as there is memory for it. For one thread
 * at a time.
 */
final class DraftCopy {
  /** A file may have this part of the cache's memory, so that one does not take all. */
  private static final int LARGEST_PART = 2;

  private final DataCache cache;
  private final Draft draft;

  /**
   * @param stream the memory is given back when nobody has it any more
   */
  DraftCopy(DataCache cache, Object stream) {
    this.cache = cache;
    draft = new Draft(cache);
    cache.watch(stream, draft);
  }

  void add(byte[] bytes, int offset, int length) {
    boolean fits = draft.length() + length <= cache.limit() / LARGEST_PART;
    if (!draft.hasEnded() && !(fits && draft.append(bytes, offset, length) == length)) {
      drop();
    }
  }

  /** Returns whether it has all that was written. */
  boolean isComplete() {
    return !draft.hasEnded();
  }

  long length() {
    return draft.length();
  }

  void drop() {
    cache.forget(draft);
    draft.drop();
  }

  /**
   * Gives the content to the cache.
   *
   * @param key empty if the content is not to be kept
   */
  void keep(Optional<Object> key) {
    if (key.isEmpty() || !isComplete() || draft.length() == 0) {
      drop();
      return;
    }
    cache.forget(draft);
    cache.keep(key.get(), draft.finish());
  }
}
