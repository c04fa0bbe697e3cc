// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.util.Arrays;

/**
 * Places of a few records that are about to be read. Records in sort order lie anywhere in memory,
 * so that the processor would wait for each of them; {@link #touch} loads them together, and the
 * waits overlap. One thread.
 */
public final class RecordBatch {
  /**
   * Enough to overlap all loads that a core can have under way, few enough to stay in its cache.
   */
  public static final int RECORDS = 64;

  /** Bytes that a processor loads at once. */
  private static final int LINE = 64;

  /** Bytes of a record; while it is read a processor loads by itself what follows. */
  private static final int LOADED = 2048;

  /** Bytes that {@link #gather} has room for. */
  private static final int GATHERED = 8 << 10;

  private final byte[][] data;
  private final int[] records;
  private int size;
  private byte[] gathered; // null until needed

  /** Keeps the loads of {@link #touch} from being optimised away. */
  @SuppressWarnings("UnusedVariable")
  private int touched;

  /**
   * @param capacity records, from 1
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
   * @param block the array that it is in; see {@link RecordLayout}
   * @param record where in it the record begins
   */
  public void add(byte[] block, int record) {
    set(size++, block, record);
  }

  /** Replaces the i-th record. */
  public void set(int i, byte[] block, int record) {
    data[i] = block;
    records[i] = record;
  }

  /** The array that the i-th record is in. */
  public byte[] data(int i) {
    return data[i];
  }

  /** Where the i-th record begins in {@link #data}. */
  public int record(int i) {
    return records[i];
  }

  /**
   * Loads what all records begin with, enough for most of them, then, lengths being known, the rest
   * of each and the line behind: the JVM copies bytes in vectors that may end there. With few calls
   * for each record; see {@link RecordLayout#length}.
   */
  public void touch() {
    int sum = 0;
    for (int i = 0; i < size; i++) {
      byte[] block = data[i];
      int begin = records[i];
      int last = block.length - 1;
      int second = begin + LINE;
      int third = begin + 2 * LINE;
      sum +=
          block[begin] + block[second < last ? second : last] + block[third < last ? third : last];
    }
    for (int i = 0; i < size; i++) {
      byte[] block = data[i];
      int begin = records[i];
      int length = RecordLayout.length(block, begin);
      int end = (length < LOADED ? length : LOADED) + LINE;
      for (int at = 3 * LINE; at < end; at += LINE) {
        sum += block[Math.min(begin + at, block.length - 1)];
      }
    }
    touched = sum;
  }

  /**
   * Copies the records, one behind the other, to memory of the batch's own, as many as fit: there
   * they are close together for another thread to read.
   */
  public void gather() {
    if (gathered == null) {
      gathered = new byte[GATHERED];
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

  /** A copy of the records from the i-th on. */
  public RecordBatch from(int i) {
    return new RecordBatch(Arrays.copyOfRange(data, i, size), Arrays.copyOfRange(records, i, size));
  }

  /** Becomes the same as another batch, which must fit. */
  public void copyFrom(RecordBatch other) {
    size = other.size;
    System.arraycopy(other.data, 0, data, 0, size);
    System.arraycopy(other.records, 0, records, 0, size);
  }
}
