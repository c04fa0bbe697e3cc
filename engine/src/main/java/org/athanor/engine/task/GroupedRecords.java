// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import org.athanor.engine.merge.RecordSource;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.serialization.FieldReader;
import org.athanor.engine.serialization.FieldReaders;

/**
 * A sorted source read one record ahead, so that each record knows whether the next one belongs to
 * its group. One thread.
 *
 * <p>Usage: while {@link #hasNext}, read the next record's key and value, then {@link #advance}.
 */
final class GroupedRecords<K, V> {
  private final RecordSource source;
  private final KeyOrder grouping;
  private final FieldReader<K> keyReader;
  private final FieldReader<V> valueReader;
  private final AttemptReporter reporter;
  private final boolean isPhase;
  private byte[] key = new byte[64];
  private int keyLength;
  private boolean hasKey; // whether key is that of the record that is next to be read
  private boolean hasNext;
  private boolean sameGroup;
  private boolean sameGroupAtMark;
  private long index;
  private long indexAtMark;
  private long furthest;

  /**
   * @param grouping which keys belong together; null if the reader decides that by itself
   * @param reporter ends the reading when the attempt is told to stop
   * @param isPhase whether the source is what the attempt's current phase reads, so that its
   *     progress is the phase's
   */
  GroupedRecords(
      RecordSource source,
      KeyOrder grouping,
      FieldReaders<K, V> readers,
      AttemptReporter reporter,
      boolean isPhase)
      throws IOException {
    this.source = source;
    this.grouping = grouping;
    this.keyReader = readers.key();
    this.valueReader = readers.value();
    this.reporter = reporter;
    this.isPhase = isPhase;
    this.hasNext = source.next();
    if (isPhase) {
      reporter.readProgressFrom(source::progress);
    }
  }

  boolean hasNext() {
    return hasNext;
  }

  /** Whether the next record belongs to the group of the last one that was advanced over. */
  boolean sameGroup() {
    return sameGroup;
  }

  K readKey(K reuse) throws IOException {
    return keyReader.read(source.data(), source.keyOffset(), source.keyLength(), reuse);
  }

  V readValue(V reuse) throws IOException {
    return valueReader.read(source.data(), source.valueOffset(), source.valueLength(), reuse);
  }

  /** Reads a value that was serialized aside. */
  V readValue(byte[] data, int length, V reuse) throws IOException {
    return valueReader.read(data, 0, length, reuse);
  }

  /**
   * Moves to the next record.
   *
   * @return whether the record moved over was read for the first time, not again after a rewind
   */
  boolean advance() throws IOException {
    if (reporter.wantsUpdate()) {
      update();
    }
    if (grouping != null && !hasKey) {
      keepKey();
    }
    if (source.isNextAvailable()) {
      source.next();
      group();
    } else {
      turn();
    }
    index++;
    if (index <= furthest) {
      return false;
    }
    furthest = index;
    return true;
  }

  private void update() throws IOException {
    if (isPhase) {
      reporter.update(source.progress());
    } else {
      reporter.showLife();
    }
  }

  /**
   * Moves on where that may be the end. Apart from {@link #advance}, into which no compiler takes
   * it, being long and seldom called: compiled code is not prepared for an end that it has not seen
   * yet, and when a reduce came to its own, the code of another that still runs would be gone.
   */
  private void turn() throws IOException {
    hasNext = source.next();
    if (hasNext) {
      group();
    } else {
      hasKey = false;
      sameGroup = false;
    }
  }

  private void group() {
    if (source.isRepeated()) {
      sameGroup = true;
      return;
    }
    hasKey = false;
    sameGroup =
        grouping != null
            && grouping.compare(
                    key, 0, keyLength, source.data(), source.keyOffset(), source.keyLength())
                == 0;
  }

  private void keepKey() {
    keyLength = source.keyLength();
    if (key.length < keyLength) {
      key = new byte[Math.max(keyLength, 2 * key.length)];
    }
    System.arraycopy(source.data(), source.keyOffset(), key, 0, keyLength);
    hasKey = true;
  }

  /** Remembers the place before the next record. */
  void mark() {
    sameGroupAtMark = sameGroup;
    indexAtMark = index;
    if (sameGroup) {
      source.mark();
    }
  }

  /** Goes back to the last mark, which was in the same group. */
  void rewind() throws IOException {
    sameGroup = sameGroupAtMark;
    index = indexAtMark;
    if (sameGroup) {
      source.rewind();
      hasKey = false;
      hasNext = true;
    }
  }
}
