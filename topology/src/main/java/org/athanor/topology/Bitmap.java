// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An immutable set of indexes, which are 0 or greater. May be infinite: it then has all indexes
 * from some index on. Thread-safe.
 *
 * <p>Sets are ordered like binary numbers: the highest index that is in only one of two sets
 * decides. An infinite set is greater than any finite set.
 *
 * @param <S> the set's own type, so that CPUs and NUMA nodes do not mix
 */
public abstract sealed class Bitmap<S extends Bitmap<S>> implements Comparable<S>
    permits CpuSet, NodeSet {
  /** Greatest allowed index. No machine has so many PUs or nodes, so a larger index is an error. */
  static final int MAX_INDEX = (1 << 24) - 1;

  private static final long[] NO_WORDS = {};

  /** Bit i of word w is index 64 w + i. The last word differs from {@link #fill}. */
  private final long[] words;

  private final boolean infinite;

  /** Takes ownership of the array. */
  Bitmap(long[] words, boolean infinite) {
    long fill = infinite ? -1L : 0L;
    int length = words.length;
    while (length > 0 && words[length - 1] == fill) {
      length--;
    }
    this.words = length == words.length ? words : Arrays.copyOf(words, length);
    this.infinite = infinite;
  }

  abstract S create(long[] newWords, boolean newInfinite);

  static long[] wordsOf(int... indexes) {
    int last = -1;
    for (int index : indexes) {
      last = Math.max(last, checkIndex(index));
    }
    long[] words = last < 0 ? NO_WORDS : new long[last / 64 + 1];
    for (int index : indexes) {
      words[index / 64] |= 1L << index;
    }
    return words;
  }

  /** Returns the words of a range, both ends included. */
  static long[] wordsOfRange(int first, int last) {
    checkIndex(first);
    checkIndex(last);
    if (first > last) {
      throw new IllegalArgumentException("range " + first + "-" + last + ": first is after last");
    }
    long[] words = new long[last / 64 + 1];
    fillRange(words, first, last);
    return words;
  }

  static void fillRange(long[] words, int first, int last) {
    for (int word = first / 64; word <= last / 64; word++) {
      long bits = -1L;
      if (word == first / 64) {
        bits &= -1L << first;
      }
      if (word == last / 64) {
        bits &= -1L >>> (63 - last % 64);
      }
      words[word] |= bits;
    }
  }

  static int checkIndex(int index) {
    if (index < 0 || index > MAX_INDEX) {
      throw new IllegalArgumentException("index " + index + ": must be from 0 to " + MAX_INDEX);
    }
    return index;
  }

  private long fill() {
    return infinite ? -1L : 0L;
  }

  final long word(int index) {
    return index < words.length ? words[index] : fill();
  }

  final int wordCount() {
    return words.length;
  }

  // ---- algebra

  /** Returns the intersection. */
  public S and(S other) {
    long[] result = new long[Math.max(words.length, other.wordCount())];
    Arrays.setAll(result, i -> word(i) & other.word(i));
    return create(result, infinite && other.isInfinite());
  }

  /** Returns the union. */
  public S or(S other) {
    long[] result = new long[Math.max(words.length, other.wordCount())];
    Arrays.setAll(result, i -> word(i) | other.word(i));
    return create(result, infinite || other.isInfinite());
  }

  /** Returns the indexes that are in exactly one of the two sets. */
  public S xor(S other) {
    long[] result = new long[Math.max(words.length, other.wordCount())];
    Arrays.setAll(result, i -> word(i) ^ other.word(i));
    return create(result, infinite ^ other.isInfinite());
  }

  /** Returns the indexes of this set that are not in {@code other}. */
  public S andNot(S other) {
    long[] result = new long[Math.max(words.length, other.wordCount())];
    Arrays.setAll(result, i -> word(i) & ~other.word(i));
    return create(result, infinite && !other.isInfinite());
  }

  /** Returns the complement, which is infinite if this set is finite. */
  public S not() {
    long[] result = new long[words.length];
    Arrays.setAll(result, i -> ~words[i]);
    return create(result, !infinite);
  }

  /** Returns this set plus an index. */
  public S with(int index) {
    return or(create(wordsOf(index), false));
  }

  /** Returns this set minus an index. */
  public S without(int index) {
    return andNot(create(wordsOf(index), false));
  }

  /** Returns this set plus the indexes from {@code first} to {@code last}, both included. */
  public S withRange(int first, int last) {
    return or(create(wordsOfRange(first, last), false));
  }

  /** Returns this set minus the indexes from {@code first} to {@code last}, both included. */
  public S withoutRange(int first, int last) {
    return andNot(create(wordsOfRange(first, last), false));
  }

  /**
   * Returns a set with only the first index, or an empty set if this set is empty. A thread that is
   * bound to a single PU does not migrate between PUs.
   */
  public S singlify() {
    int first = first();
    return create(first < 0 ? NO_WORDS : wordsOf(first), false);
  }

  // ---- questions

  public boolean isEmpty() {
    return words.length == 0 && !infinite;
  }

  /** Whether every index is a member. */
  public boolean isFull() {
    return words.length == 0 && infinite;
  }

  /** Whether all indexes from some index on are members. */
  public boolean isInfinite() {
    return infinite;
  }

  /** Whether the index is a member; negative ones are not. */
  public boolean contains(int index) {
    return index >= 0 && (word(index / 64) & 1L << index) != 0;
  }

  /** Whether every member of this set is in {@code other}. */
  public boolean isIncludedIn(S other) {
    return andNot(other).isEmpty();
  }

  /** Whether this set and {@code other} have a common member. */
  public boolean intersects(S other) {
    return !and(other).isEmpty();
  }

  /**
   * Returns the number of members.
   *
   * @throws IllegalStateException if the set is infinite
   */
  public int weight() {
    requireFinite("weight");
    int weight = 0;
    for (long word : words) {
      weight += Long.bitCount(word);
    }
    return weight;
  }

  /** Returns the smallest member, or -1 if the set is empty. */
  public int first() {
    return next(-1);
  }

  /** Returns the largest member, or -1 if the set is empty or infinite. */
  public int last() {
    if (infinite || words.length == 0) {
      return -1;
    }
    return words.length * 64 - 1 - Long.numberOfLeadingZeros(words[words.length - 1]);
  }

  /** Returns the smallest member above {@code previous}, or -1 if there is none. */
  public int next(int previous) {
    return nextOf(previous, 0L);
  }

  /** Returns the smallest index that is not a member, or -1 if the set is full. */
  public int firstUnset() {
    return nextUnset(-1);
  }

  /**
   * Returns the largest index that is not a member, or -1 if there is none or the set is finite.
   */
  public int lastUnset() {
    return not().last();
  }

  /**
   * Returns the smallest index above {@code previous} that is not a member, or -1 if there is none.
   */
  public int nextUnset(int previous) {
    return nextOf(previous, -1L);
  }

  /** Returns the next set bit of the words after XOR with {@code flip}. */
  private int nextOf(int previous, long flip) {
    int from = Math.max(previous, -1) + 1;
    int at = from / 64;
    long word = (word(at) ^ flip) & (-1L << from);
    while (word == 0) {
      at++;
      if (at >= words.length) {
        return (fill() ^ flip) == 0 ? -1 : Math.max(from, at * 64);
      }
      word = words[at] ^ flip;
    }
    return at * 64 + Long.numberOfTrailingZeros(word);
  }

  /**
   * The members in ascending order.
   *
   * @throws IllegalStateException if the set is infinite
   */
  public IntStream stream() {
    requireFinite("stream");
    return BitSet.valueOf(words).stream();
  }

  /**
   * Returns the ranges of consecutive members in ascending order. The last range of an infinite set
   * is open.
   */
  public List<IndexRange> ranges() {
    List<IndexRange> ranges = new ArrayList<>();
    for (int first = first(); first >= 0; ) {
      int end = nextUnset(first);
      ranges.add(new IndexRange(first, end < 0 ? IndexRange.OPEN : end - 1));
      first = end < 0 ? -1 : next(end);
    }
    return ranges;
  }

  private void requireFinite(String operation) {
    if (infinite) {
      throw new IllegalStateException(operation + " of the infinite set " + this);
    }
  }

  // ---- text

  /**
   * Returns the set as ranges, such as {@code 0-3,8,12-}. The empty set is an empty text; an
   * infinite set has an open end.
   */
  public String toListString() {
    return BitmapText.list(this);
  }

  /**
   * Returns the set as hwloc's 32-bit masks, highest first, such as {@code 0x00000001,0x0000000f}.
   */
  public String toMaskString() {
    return BitmapText.mask(this);
  }

  /**
   * Returns the set as one hexadecimal number, the form of {@code taskset}: {@code 0x10000000f}.
   */
  public String toTasksetString() {
    return BitmapText.taskset(this);
  }

  @Override
  public int compareTo(S other) {
    if (infinite != other.isInfinite()) {
      return infinite ? 1 : -1;
    }
    for (int i = Math.max(words.length, other.wordCount()) - 1; i >= 0; i--) {
      int order = Long.compareUnsigned(word(i), other.word(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Override
  public final boolean equals(Object object) {
    return object instanceof Bitmap<?> other
        && getClass() == other.getClass()
        && infinite == other.infinite
        && Arrays.equals(words, other.words);
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(words) * 31 + Boolean.hashCode(infinite);
  }

  /** Returns the list format in braces: {@code {0-3,8}}. */
  @Override
  public String toString() {
    return "{" + toListString() + "}";
  }
}
