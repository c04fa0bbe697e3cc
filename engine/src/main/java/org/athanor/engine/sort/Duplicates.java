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
   * A slot is two words, so that a look-up touches one cache line of the table and then the record
   * itself: hash and record + 1 (0 is an empty slot); location and repeats. Empty until {@link
   * #begin}.
   */
  private long[] table = new long[0];

  private int[] repeats = new int[0];
  private int[] emissions = new int[0];
  private long emitted;
  private boolean active;
  private int lastHash;

  /**
   * @param maxEmissions how long a sequence of emissions is kept
   */
  Duplicates(RecordArena arena, int maxEmissions) {
    this.arena = arena;
    this.maxEmissions = maxEmissions;
  }

  /** Forgets everything and begins to look for duplicates. */
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
   * Counts the record if it is known.
   *
   * @return whether it was; otherwise the caller adds it to the buffer and calls {@link #added}
   */
  boolean count(int partition, byte[] array, int key, int keyLength, int valueLength) {
    int length = keyLength + valueLength;
    long lengths = (keyLength & 0xffffffffL) | (long) valueLength << 32;
    long first = firstWord(array, key, length);
    long last = lastWord(array, key, length);
    // Distinct for each partition of equal bytes, because the factor is odd: no need to compare it.
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

  /** The first eight bytes; all of a record that has fewer. */
  private static long firstWord(byte[] array, int key, int length) {
    return length < Long.BYTES ? lastWord(array, key, length) : (long) LONG.get(array, key);
  }

  /**
   * The last eight bytes; all of a record that has fewer, read together with the header before it.
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

  /** Takes note of the record that was not known. */
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

  /** Takes note of a record that was added without looking for duplicates. */
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

  /** Whether no more can be counted. */
  boolean isFull() {
    return emitted == MAX_EMISSIONS;
  }

  /** How often each of the first {@code records} records was emitted. */
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
