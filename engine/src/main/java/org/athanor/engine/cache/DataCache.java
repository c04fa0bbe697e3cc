// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The memory of the cache of this JVM, and the files in it that are also in their file system.
 * Files are kept under keys that say which bytes they are: equal keys are never those of different
 * content. So an entry cannot become wrong, only useless.
 *
 * <p>Whatever is in memory counts in one limit: files that were written, those that are being
 * written, those that are not in their file system yet ({@link DeferredFiles}), and {@link Inputs}.
 * What was not used for the longest time makes room, inputs first if they have more than half.
 * Invariant: used ≤ limit, unless the limit was lowered. Thread-safe; nothing is called with its
 * lock held.
 */
final class DataCache {
  /**
   * What a file takes besides its bytes, in bytes: keys, maps' entries, objects. An upper estimate.
   */
  static final int FILE_BYTES = 1024;

  private static final long NONE = 0;

  @GuardedBy("this")
  private long limit = NONE;

  @GuardedBy("this")
  private long used;

  /** Files that were written, the one used last at the end. */
  @GuardedBy("this")
  private final Map<Object, Content> outputs = new LinkedHashMap<>(16, 0.75f, true);

  /** Files that are not kept any more, with the streams that read them. */
  @GuardedBy("this")
  private final Set<Content> unwanted = new HashSet<>();

  @GuardedBy("this")
  private final Inputs inputs = new Inputs();

  /** A stream, as long as somebody has it, with its draft. */
  private static final class Watch extends PhantomReference<Object> {
    private final Draft draft;

    Watch(Object stream, Draft draft, ReferenceQueue<Object> queue) {
      super(stream, queue);
      this.draft = draft;
    }
  }

  private final ReferenceQueue<Object> unreachable = new ReferenceQueue<>();

  @GuardedBy("this")
  private final Set<Watch> watched = new HashSet<>();

  /** The stream of a draft was closed. */
  synchronized void forget(Draft draft) {
    watched.removeIf(watch -> watch.draft == draft);
  }

  /** Sets the limit, in bytes; the last call decides. */
  synchronized void limit(long bytes) {
    limit = bytes;
    while (used > limit && (removeInput(Double.MAX_VALUE) || removeOutput())) {
      // One more entry has made room.
    }
  }

  synchronized long limit() {
    return limit;
  }

  /** Returns how many bytes are taken. */
  synchronized long used() {
    return used;
  }

  /**
   * Gives the memory of a draft back when nobody can write to it any more: the thread that wrote it
   * may have been abandoned.
   */
  synchronized void watch(Object stream, Draft draft) {
    watched.add(new Watch(stream, draft, unreachable));
  }

  /** Drops the drafts of streams that were never closed. Without the lock: drafts have theirs. */
  private void dropUnreachable() {
    for (Object gone = unreachable.poll(); gone != null; gone = unreachable.poll()) {
      Watch watch = (Watch) gone;
      watch.draft.drop();
      synchronized (this) {
        watched.remove(watch);
      }
    }
  }

  /** Takes memory for a file that is written. Returns false if there is none. */
  boolean takeForOutput(long bytes) {
    dropUnreachable();
    return take(bytes);
  }

  private synchronized boolean take(long bytes) {
    while (used + bytes > limit) {
      boolean inputsFirst = inputs.bytes() > limit / 2;
      boolean removed =
          inputsFirst
              ? removeInput(Double.MAX_VALUE)
              : removeOutput() || removeInput(Double.MAX_VALUE);
      if (!removed) {
        return false;
      }
    }
    used += bytes;
    return true;
  }

  synchronized void giveBack(long bytes) {
    used -= bytes;
  }

  @GuardedBy("this")
  private boolean removeOutput() {
    for (Iterator<Content> eldest = outputs.values().iterator(); eldest.hasNext(); ) {
      Content content = eldest.next();
      if (!content.isRead()) {
        eldest.remove();
        used -= content.memory();
        return true;
      }
    }
    return false;
  }

  /** Removes the input that is used least, if it is used less than {@code frequency}. */
  @GuardedBy("this")
  private boolean removeInput(double frequency) {
    long freed = inputs.removeLeastUsed(frequency);
    used -= freed;
    return freed > 0;
  }

  /** Keeps a file that has been written. Its memory belongs to the cache from now on. */
  synchronized void keep(Object key, Content content) {
    Content before = outputs.put(key, content);
    if (before != null && before != content) {
      drop(before);
    }
  }

  /** Gives the memory of a file back that is in no map, when nobody reads it any more. */
  synchronized void drop(Content content) {
    if (content.isRead()) {
      unwanted.add(content);
    } else {
      used -= content.memory();
    }
  }

  /** Called by a reader that ends. */
  synchronized void giveBackUnread(Content content) {
    if (!content.isRead() && unwanted.remove(content)) {
      used -= content.memory();
    }
  }

  /** Opens a file, if it is kept. */
  synchronized Optional<Pages> open(Object key) {
    Content content = outputs.get(key);
    return content == null ? Optional.empty() : Optional.of(content.open());
  }

  /** Returns a page of a file that was read, or null; counts the request. */
  synchronized byte[] inputPage(Object key, int pages, int index) {
    return inputs.page(key, pages, index);
  }

  /**
   * Keeps a page of a file that was read, if there is memory for it, or files are in it that are
   * read less often: so a scan of more than the cache leaves it as it is.
   */
  synchronized void keepInput(Object key, int index, byte[] page) {
    double frequency = inputs.frequency(key);
    long bytes = inputs.memoryFor(key, page);
    while (used + bytes > limit) {
      boolean mayTakeFromOutputs = inputs.bytes() + bytes <= limit / 2;
      if (!(mayTakeFromOutputs && removeOutput()) && !removeInput(frequency)) {
        return;
      }
      bytes = inputs.memoryFor(key, page);
    }
    used += inputs.add(key, index, page);
  }

  /** Forgets all files, which nobody reads. */
  synchronized void clear() {
    Iterator<Content> all = outputs.values().iterator();
    while (all.hasNext()) {
      Content content = all.next();
      all.remove();
      drop(content);
    }
    used -= inputs.clear();
  }
}
