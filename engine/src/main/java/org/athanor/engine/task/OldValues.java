// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.io.RawComparator;
import org.athanor.engine.merge.RecordSource;
import org.athanor.engine.meter.RecordCounter;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.serialization.FieldReaders;
import org.athanor.engine.skew.HeavyKeys;

/**
 * Groups of records, and their values, for reducers and combiners of the old API. As in Hadoop, the
 * key object of a group does not change within the group: the next record's key is read into a
 * second object, and the two change roles with each group. One thread.
 */
final class OldValues<K, V> implements Iterator<V> {
  private final GroupedRecords<K, V> records;
  private final RawComparator<K> grouping; // null if GroupedRecords finds the groups
  private final RecordCounter valueCounter;
  private final AttemptReporter reporter;
  private K key;
  private K nextKey;
  private V value;
  private boolean more;
  private boolean hasNext;

  private OldValues(
      GroupedRecords<K, V> records,
      RawComparator<K> grouping,
      RecordCounter valueCounter,
      AttemptReporter reporter)
      throws IOException {
    this.records = records;
    this.grouping = grouping;
    this.valueCounter = valueCounter;
    this.reporter = reporter;
    this.more = records.hasNext();
    this.hasNext = more;
    if (more) {
      key = records.readKey(null);
    }
  }

  /**
   * Groups a sorted source. Hadoop's old API compares keys as objects, not as bytes. A job's
   * comparator may give different results for the two; those of Hadoop itself do not.
   *
   * @param isPhase see {@link GroupedRecords}
   * @param heavyKeys see {@link GroupedRecords}; gets none if keys are compared as objects
   */
  static <K, V> OldValues<K, V> of(
      RecordSource source,
      RawComparator<K> grouping,
      FieldReaders<K, V> readers,
      RecordCounter valueCounter,
      AttemptReporter reporter,
      boolean isPhase,
      HeavyKeys heavyKeys)
      throws IOException {
    KeyOrder order = KeyOrder.of(readers.keyClass(), grouping);
    boolean byObjects = order.isOpaque();
    return new OldValues<>(
        new GroupedRecords<>(
            source, byObjects ? null : order, readers, reporter, isPhase, heavyKeys),
        byObjects ? grouping : null,
        valueCounter,
        reporter);
  }

  /** Returns whether keys are grouped by their bytes, so that heavy keys are known. */
  boolean groupsBytes() {
    return grouping == null;
  }

  /** Returns whether there is a group to reduce. */
  boolean more() {
    return more;
  }

  K key() {
    return key;
  }

  @Override
  public boolean hasNext() {
    return hasNext;
  }

  @Override
  public V next() {
    if (!hasNext) {
      throw new NoSuchElementException("iterate past last value");
    }
    try {
      value = records.readValue(value);
      valueCounter.increment(1);
      advance();
    } catch (IOException e) {
      throw new EngineReduceContext.ReadFailure(e);
    }
    reporter.progress();
    return value;
  }

  private void advance() throws IOException {
    records.advance();
    more = records.hasNext();
    if (more) {
      nextKey = records.readKey(nextKey);
    }
    hasNext = more && isSameGroup();
  }

  private boolean isSameGroup() {
    return grouping == null ? records.sameGroup() : grouping.compare(key, nextKey) == 0;
  }

  /** Skips the rest of the group and begins the next one. */
  void nextGroup() throws IOException {
    while (hasNext) {
      advance();
    }
    K used = key;
    key = nextKey;
    nextKey = used;
    hasNext = more;
  }
}
