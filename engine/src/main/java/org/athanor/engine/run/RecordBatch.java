// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.util.Arrays;

/**
 * Locations of a few records that are read next. Records in sort order are scattered in memory, so
 * the processor would wait for each of them. {@link #touch} loads them together, so that the memory
 * accesses overlap. One thread.
 */
public final class RecordBatch {
  /**
   * Default capacity: enough to use all loads that a core can have in progress, few enough to stay
   * in its cache.
   */
  public static final int RECORDS = 64;

  /** Size of a cache line in bytes. */
  private static final int CACHE_LINE_BYTES = 64;

  /**
   * Maximum bytes loaded per record; the processor prefetches the rest while the record is read.
   */
  private static final int MAX_LOADED_BYTES = 2048;

  /** Capacity of {@link #gather} in bytes. */
  private static final int GATHER_BYTES = 8 << 10;

  private final byte[][] data;
  private final int[] records;
  private int size;
  private byte[] gathered; // null until needed

  /** Keeps the loads of {@link #touch} from being optimised away. */
  @SuppressWarnings("UnusedVariable")
  private int touched;

  /**
   * @param capacity maximum number of records, at least 1
   */
  public RecordBatch(int capacity) {
    this.data = new byte[capacity][];
    this.records = new int[capacity];
  }

  private RecordBatch(byte[][] data, int[] records) {
    this.data = data;
    this.records = records;
    this.size = records.length;
  }

  public int capacity() {
    return records.length;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  /**
   * Adds a record.
   *
   * @param block the array that holds it; see {@link RecordLayout}
   * @param record offset of the record in the block
   */
  public void add(byte[] block, int record) {
    set(size++, block, record);
  }

  /** Replaces the i-th record. */
  public void set(int i, byte[] block, int record) {
    data[i] = block;
    records[i] = record;
  }

  /** Returns the array that holds the i-th record. */
  public byte[] data(int i) {
    return data[i];
  }

  /** Returns the offset of the i-th record in {@link #data}. */
  public int record(int i) {
    return records[i];
  }

  /**
   * Loads the records into the processor's cache. Loads first the beginning of each record, which
   * is enough for most; then, when the lengths are known, the rest of each and the cache line after
   * it, because the JVM's vector copies may read that far. Makes few calls per record; see {@link
   * RecordLayout#length}.
   */
  public void touch() {
    int sum = 0;
    for (int i = 0; i < size; i++) {
      byte[] block = data[i];
      int begin = records[i];
      int last = block.length - 1;
      int second = begin + CACHE_LINE_BYTES;
      int third = begin + 2 * CACHE_LINE_BYTES;
      sum +=
          block[begin] + block[second < last ? second : last] + block[third < last ? third : last];
    }
    for (int i = 0; i < size; i++) {
      byte[] block = data[i];
      int begin = records[i];
      int length = RecordLayout.length(block, begin);
      int end = (length < MAX_LOADED_BYTES ? length : MAX_LOADED_BYTES) + CACHE_LINE_BYTES;
      for (int at = 3 * CACHE_LINE_BYTES; at < end; at += CACHE_LINE_BYTES) {
        sum += block[Math.min(begin + at, block.length - 1)];
      }
    }
    touched = sum;
  }

  /**
   * Copies as many records as fit, one after the other, to memory of the batch, so that another
   * thread reads them from one place.
   */
  public void gather() {
    if (gathered == null) {
      gathered = new byte[GATHER_BYTES];
    }
    int end = 0;
    for (int i = 0; i < size; i++) {
      int length = RecordLayout.length(data[i], records[i]);
      if (length > gathered.length - end) {
        return;
      }
      System.arraycopy(data[i], records[i], gathered, end, length);
      set(i, gathered, end);
      end += length;
    }
  }

  /** Returns a copy of the records from the i-th on. */
  public RecordBatch from(int i) {
    return new RecordBatch(Arrays.copyOfRange(data, i, size), Arrays.copyOfRange(records, i, size));
  }

  /** Replaces the content by that of another batch, which must fit. */
  public void copyFrom(RecordBatch other) {
    size = other.size;
    System.arraycopy(other.data, 0, data, 0, size);
    System.arraycopy(other.records, 0, records, 0, size);
  }
}
