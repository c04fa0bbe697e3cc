// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.athanor.engine.run.RecordLayout;

/**
 * Finds records that are byte for byte the same, so that they are kept once and counted: what a
 * mapper with a combiner emits is often a few distinct records many times over. Nothing is lost:
 * the combiner reads each as often as it was emitted, and the sequence of emissions is kept for as
 * long as it can matter to the order of equal keys.
 *
 * <p>Gives up by itself when few records repeat. One thread; arrays are kept between tasks.
 */
final class Duplicates {
  /** Bytes of index per distinct record, beside {@link SortBuffer#INDEX_BYTES}. */
  static final int INDEX_BYTES = 24;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int FIRST_SLOTS = 1 << 13;
  private static final int TRIAL = 1 << 15;
  private static final int EMPTY = 0;

  private final SortBuffer buffer;
  private final int maxEmissions;
  private int[] slots = new int[FIRST_SLOTS]; // record + 1, or EMPTY
  private int[] hashes = new int[0];
  private int[] repeats = new int[0];
  private int[] emissions = new int[0];
  private long emitted;
  private boolean active;
  private int lastHash;

  /**
   * @param maxEmissions how long a sequence of emissions is kept
   */
  Duplicates(SortBuffer buffer, int maxEmissions) {
    this.buffer = buffer;
    this.maxEmissions = maxEmissions;
  }

  /** Forgets everything and begins to look for duplicates. */
  void begin() {
    Arrays.fill(slots, EMPTY);
    emitted = 0;
    active = true;
  }

  /** Whether duplicates are looked for. */
  boolean isActive() {
    return active;
  }

  /**
   * Counts the record if it is known.
   *
   * @return whether it was; otherwise the caller adds it to the buffer and calls {@link #added}
   */
  boolean count(int partition, byte[] array, int key, int keyLength, int valueLength) {
    int hash = hash(array, key, keyLength + valueLength) + partition;
    lastHash = hash;
    int mask = slots.length - 1;
    for (int slot = hash & mask; slots[slot] != EMPTY; slot = (slot + 1) & mask) {
      int record = slots[slot] - 1;
      if (hashes[record] == hash && isSame(record, partition, array, key, keyLength, valueLength)) {
        repeats[record]++;
        emitted(record);
        return true;
      }
    }
    return false;
  }

  private boolean isSame(
      int record, int partition, byte[] array, int key, int keyLength, int valueLength) {
    byte[] block = buffer.block(record);
    int offset = buffer.offset(record);
    int known = offset + RecordLayout.HEADER;
    int length = keyLength + valueLength;
    return buffer.partitionOf(record) == partition
        && RecordLayout.keyLength(block, offset) == keyLength
        && RecordLayout.valueLength(block, offset) == valueLength
        && Arrays.equals(block, known, known + length, array, key, key + length);
  }

  private static int hash(byte[] array, int offset, int length) {
    long hash = length;
    int i = offset;
    int end = offset + length;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      hash = (hash ^ (long) LONG.get(array, i)) * MULTIPLIER;
      hash ^= hash >>> 32;
    }
    long rest = 0;
    for (; i < end; i++) {
      rest = rest << 8 | (array[i] & 0xff);
    }
    hash = (hash ^ rest) * MULTIPLIER;
    return (int) (hash >>> 32);
  }

  /** Takes note of the record that was not known. */
  void added(int record) {
    if (record >= hashes.length) {
      int capacity = Math.max(FIRST_SLOTS / 2, 2 * record);
      hashes = Arrays.copyOf(hashes, capacity);
      repeats = Arrays.copyOf(repeats, capacity);
    }
    hashes[record] = lastHash;
    repeats[record] = 1;
    emitted(record);
    if (2 * (record + 1) > slots.length) {
      rehash(record);
    } else {
      insert(record);
    }
    if (emitted >= TRIAL && record + 1 > emitted / 2) {
      active = false;
    }
  }

  /** Takes note of a record that was added without looking for duplicates. */
  void addedUnseen(int record) {
    lastHash = 0;
    if (record >= repeats.length) {
      repeats = Arrays.copyOf(repeats, 2 * record);
      hashes = Arrays.copyOf(hashes, repeats.length);
    }
    repeats[record] = 1;
    emitted(record);
  }

  private void rehash(int last) {
    slots = new int[2 * slots.length];
    for (int record = 0; record <= last; record++) {
      insert(record);
    }
  }

  private void insert(int record) {
    int mask = slots.length - 1;
    int slot = hashes[record] & mask;
    while (slots[slot] != EMPTY) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = record + 1;
  }

  private void emitted(int record) {
    if (emitted < maxEmissions) {
      int index = (int) emitted;
      if (index == emissions.length) {
        emissions = Arrays.copyOf(emissions, Math.min(maxEmissions, Math.max(1 << 12, 2 * index)));
      }
      emissions[index] = record;
    }
    emitted++;
  }

  /** Records emitted, repeated ones as often as they were. */
  long emitted() {
    return emitted;
  }

  /** Whether the whole sequence is known. */
  boolean knowsSequence() {
    return emitted <= maxEmissions;
  }

  /** Which record the i-th emission was. */
  int emission(int i) {
    return emissions[i];
  }

  /** How often the record was emitted. */
  int repeats(int record) {
    return repeats[record];
  }
}
