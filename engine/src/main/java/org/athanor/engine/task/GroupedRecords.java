// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import org.athanor.engine.merge.RecordSource;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.serialization.FieldReader;
import org.athanor.engine.serialization.FieldReaders;
import org.athanor.engine.skew.HeavyKeys;

/**
 * Reads a sorted source one record ahead, to tell whether the next record belongs to the group of
 * the current one. One thread.
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
  private final HeavyKeys heavyKeys; // null if nobody wants them
  private byte[] key = new byte[64];
  private int keyLength;
  private boolean hasKey; // whether key is the key of the next record
  private boolean hasNext;
  private boolean sameGroup;
  private boolean sameGroupAtMark;
  private long index;
  private long indexAtMark;
  private long furthest;
  private long groupStart; // index of the current group's first record

  /**
   * @param grouping which keys belong together; null if the reader decides that by itself
   * @param reporter makes reading fail when the attempt was told to stop
   * @param isPhase whether the source is what the attempt's current phase reads, so that its
   *     progress is the phase's
   * @param heavyKeys gets the groups with the most records; null if nobody wants them
   */
  GroupedRecords(
      RecordSource source,
      KeyOrder grouping,
      FieldReaders<K, V> readers,
      AttemptReporter reporter,
      boolean isPhase,
      HeavyKeys heavyKeys)
      throws IOException {
    this.source = source;
    this.grouping = grouping;
    this.keyReader = readers.key();
    this.valueReader = readers.value();
    this.reporter = reporter;
    this.isPhase = isPhase;
    this.heavyKeys = grouping == null ? null : heavyKeys;
    this.hasNext = source.next();
    if (isPhase) {
      reporter.readProgressFrom(source::progress);
    }
  }

  boolean hasNext() {
    return hasNext;
  }

  /** Returns whether the next record belongs to the group of the one before it. */
  boolean sameGroup() {
    return sameGroup;
  }

  K readKey(K reuse) throws IOException {
    return keyReader.read(source.data(), source.keyOffset(), source.keyLength(), reuse);
  }

  V readValue(V reuse) throws IOException {
    return valueReader.read(source.data(), source.valueOffset(), source.valueLength(), reuse);
  }

  /** Reads a value that was serialized to an array. */
  V readValue(byte[] data, int length, V reuse) throws IOException {
    return valueReader.read(data, 0, length, reuse);
  }

  /**
   * Moves to the next record.
   *
   * @return whether the record was passed for the first time, not again after a rewind
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
      advanceToNextBatch();
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
      reporter.reportActivity();
    }
  }

  /**
   * Moves to the next record where there may be none. Kept out of {@link #advance}, so that the JIT
   * does not inline it: the first end of input would deoptimise the loop that other reduces still
   * run.
   */
  private void advanceToNextBatch() throws IOException {
    hasNext = source.next();
    if (hasNext) {
      group();
    } else {
      hasKey = false;
      sameGroup = false;
      endGroup();
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
    if (!sameGroup) {
      endGroup();
    }
  }

  /**
   * Notes the size of the group that the record at {@code index} has ended, of which {@code key} is
   * the last key. After a rewind the same end comes again, with a size of 0.
   */
  private void endGroup() {
    if (heavyKeys == null) {
      return;
    }
    long records = index + 1 - groupStart;
    groupStart = index + 1;
    if (records > heavyKeys.threshold()) {
      heavyKeys.add(key, 0, keyLength, records);
    }
  }

  private void keepKey() {
    keyLength = source.keyLength();
    if (key.length < keyLength) {
      key = new byte[Math.max(keyLength, 2 * key.length)];
    }
    System.arraycopy(source.data(), source.keyOffset(), key, 0, keyLength);
    hasKey = true;
  }

  /** Marks the position before the next record. */
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
