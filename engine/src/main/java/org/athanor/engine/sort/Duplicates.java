// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.athanor.engine.run.RecordLayout;

/**
 * Finds records with the same bytes, stores them once and counts them: a mapper with a combiner
 * often emits a few distinct records many times. The combiner reads each record as often as it was
 * emitted. The sequence of emissions is recorded as long as it can affect the order of equal keys.
 *
 * <p>Stops looking for duplicates when few records repeat. One thread; the arrays are reused by
 * later tasks.
 */
final class Duplicates {
  /** Bytes of index per distinct record, beside {@link SortBuffer#INDEX_BYTES}. */
  static final int INDEX_BYTES = 44;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int PARTITION_FACTOR = 0x85EBCA6B;

  /** More emissions than this might overflow a slot's count. */
  private static final long MAX_EMISSIONS = Integer.MAX_VALUE;

  private static final int FIRST_SLOTS = 1 << 13;
  private static final int TRIAL = 1 << 15;
  private static final int SLOT_LONGS = 2;

  private final RecordArena arena;
  private final int maxEmissions;

  /**
   * Hash table. A slot has two words: hash and record index + 1 (0 marks an empty slot), then
   * location and number of repeats. A look-up thus reads one cache line of the table and the record
   * itself. Empty until {@link #begin}.
   */
  private long[] table = new long[0];

  private int[] repeats = new int[0];
  private int[] emissions = new int[0];
  private long emitted;
  private boolean active;
  private int lastHash;

  /**
   * @param maxEmissions how many emissions are recorded in sequence at most
   */
  Duplicates(RecordArena arena, int maxEmissions) {
    this.arena = arena;
    this.maxEmissions = maxEmissions;
  }

  /** Removes all records and starts to look for duplicates. */
  void begin() {
    if (table.length == 0) {
      table = new long[FIRST_SLOTS * SLOT_LONGS];
    } else {
      Arrays.fill(table, 0);
    }
    emitted = 0;
    active = true;
  }

  /** Whether duplicates are looked for. */
  boolean isActive() {
    return active;
  }

  /**
   * Counts the record if an equal one is in the buffer.
   *
   * @return true if the record was counted; if false, the caller adds it to the buffer and calls
   *     {@link #added}
   */
  boolean count(int partition, byte[] array, int key, int keyLength, int valueLength) {
    int length = keyLength + valueLength;
    long lengths = (keyLength & 0xffffffffL) | (long) valueLength << 32;
    long first = firstWord(array, key, length);
    long last = lastWord(array, key, length);
    // The factor is odd, so equal records of two partitions have different hashes: comparing the
    // partition is not needed.
    int hash = hash(lengths, first, last, array, key, length) + partition * PARTITION_FACTOR;
    lastHash = hash;
    long[] slots = table;
    int mask = slots.length - 1;
    for (int slot = slotOf(hash, mask); ; slot = (slot + SLOT_LONGS) & mask) {
      long word = slots[slot];
      if (word == 0) {
        return false;
      }
      if ((int) (word >>> 32) != hash) {
        continue;
      }
      long place = slots[slot + 1];
      int location = (int) (place >>> 32);
      byte[] block = arena.block(location);
      int offset = arena.offset(location);
      int known = offset + RecordLayout.HEADER;
      if ((long) LONG.get(block, offset) == lengths
          && firstWord(block, known, length) == first
          && lastWord(block, known, length) == last
          && (length <= 2 * Long.BYTES || isSameMiddle(block, known, array, key, length))) {
        slots[slot + 1] = place + 1;
        emitted((int) word - 1);
        return true;
      }
    }
  }

  private static int slotOf(int hash, int mask) {
    return (hash * SLOT_LONGS) & mask;
  }

  /** Returns the first eight bytes, or the whole record if it has fewer. */
  private static long firstWord(byte[] array, int key, int length) {
    return length < Long.BYTES ? lastWord(array, key, length) : (long) LONG.get(array, key);
  }

  /**
   * Returns the last eight bytes. If the record has fewer, the header in front of it fills the
   * rest.
   */
  private static long lastWord(byte[] array, int key, int length) {
    long word = (long) LONG.get(array, key + length - Long.BYTES);
    return length < Long.BYTES ? (length == 0 ? 0 : word >>> (Long.SIZE - 8 * length)) : word;
  }

  private static boolean isSameMiddle(byte[] block, int known, byte[] array, int key, int length) {
    for (int i = Long.BYTES; i < length - Long.BYTES; i += Long.BYTES) {
      if ((long) LONG.get(block, known + i) != (long) LONG.get(array, key + i)) {
        return false;
      }
    }
    return true;
  }

  private static int hash(long lengths, long first, long last, byte[] array, int key, int length) {
    long hash = (lengths ^ first) * MULTIPLIER;
    hash = (Long.rotateLeft(hash, 32) ^ last) * MULTIPLIER;
    for (int i = Long.BYTES; i < length - Long.BYTES; i += Long.BYTES) {
      hash = (Long.rotateLeft(hash, 32) ^ (long) LONG.get(array, key + i)) * MULTIPLIER;
    }
    return (int) (hash >>> 32);
  }

  /** Registers a new record after {@link #count} returned false. */
  void added(int record, int location) {
    emitted(record);
    if (SLOT_LONGS * 2 * (record + 1) > table.length) {
      grow();
    }
    insert(table, (long) lastHash << 32 | (record + 1), (long) location << 32 | 1);
    if (emitted >= TRIAL && record + 1 > emitted / 2) {
      active = false;
    }
  }

  /** Registers a record that was added without looking for duplicates. */
  void addedUnseen(int record) {
    emitted(record);
  }

  private void grow() {
    long[] larger = new long[2 * table.length];
    for (int slot = 0; slot < table.length; slot += SLOT_LONGS) {
      if (table[slot] != 0) {
        insert(larger, table[slot], table[slot + 1]);
      }
    }
    table = larger;
  }

  private static void insert(long[] slots, long word, long place) {
    int mask = slots.length - 1;
    int slot = slotOf((int) (word >>> 32), mask);
    while (slots[slot] != 0) {
      slot = (slot + SLOT_LONGS) & mask;
    }
    slots[slot] = word;
    slots[slot + 1] = place;
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

  /** Returns the number of emitted records, repeated ones included. */
  long emitted() {
    return emitted;
  }

  /** Whether the whole sequence is known. */
  boolean knowsSequence() {
    return emitted <= maxEmissions;
  }

  /** Returns the record of the i-th emission. */
  int emission(int i) {
    return emissions[i];
  }

  /** Whether no more can be counted. */
  boolean isFull() {
    return emitted == MAX_EMISSIONS;
  }

  /** Returns for each of the first {@code records} records how often it was emitted. */
  int[] repeats(int records) {
    if (repeats.length < records) {
      repeats = new int[records];
    }
    Arrays.fill(repeats, 0, records, 1);
    for (int slot = 0; slot < table.length; slot += SLOT_LONGS) {
      if (table[slot] != 0) {
        repeats[(int) table[slot] - 1] = (int) table[slot + 1];
      }
    }
    return repeats;
  }
}
