// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An immutable set of indexes, 0 or greater, that may be infinite: from some index on it then holds
 * every one. Thread-safe.
 *
 * <p>Sets are ordered like numbers in base 2: the highest index on which two differ decides, and an
 * infinite set is greater than any finite one.
 *
 * @param <S> the set's own type, so that CPUs and NUMA nodes do not mix
 */
public abstract sealed class Bitmap<S extends Bitmap<S>> implements Comparable<S>
    permits CpuSet, NodeSet {
  /** A safe bound for indexes: a larger one is an error, not a machine. */
  static final int MAX_INDEX = (1 << 24) - 1;

  private static final long[] NO_WORDS = {};

  /** Bit i of word w is index 64 w + i; the last word is not what {@link #fill} is. */
  private final long[] words;

  private final boolean infinite;

  /** Takes the array over. */
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

  /** The words of a range whose end is included, and which a set has to be made from. */
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

  /** What is in both. */
  public S and(S other) {
    long[] result = new long[Math.max(words.length, other.wordCount())];
    Arrays.setAll(result, i -> word(i) & other.word(i));
    return create(result, infinite && other.isInfinite());
  }

  /** What is in either. */
  public S or(S other) {
    long[] result = new long[Math.max(words.length, other.wordCount())];
    Arrays.setAll(result, i -> word(i) | other.word(i));
    return create(result, infinite || other.isInfinite());
  }

  /** What is in one of them and not in the other. */
  public S xor(S other) {
    long[] result = new long[Math.max(words.length, other.wordCount())];
    Arrays.setAll(result, i -> word(i) ^ other.word(i));
    return create(result, infinite ^ other.isInfinite());
  }

  /** What is in this and not in {@code other}. */
  public S andNot(S other) {
    long[] result = new long[Math.max(words.length, other.wordCount())];
    Arrays.setAll(result, i -> word(i) & ~other.word(i));
    return create(result, infinite && !other.isInfinite());
  }

  /** All indexes that are not in this; infinite if this is finite. */
  public S not() {
    long[] result = new long[words.length];
    Arrays.setAll(result, i -> ~words[i]);
    return create(result, !infinite);
  }

  /** This and one more index. */
  public S with(int index) {
    return or(create(wordsOf(index), false));
  }

  /** This without an index. */
  public S without(int index) {
    return andNot(create(wordsOf(index), false));
  }

  /** This and the indexes from {@code first} to {@code last}, both included. */
  public S withRange(int first, int last) {
    return or(create(wordsOfRange(first, last), false));
  }

  /** This without the indexes from {@code first} to {@code last}, both included. */
  public S withoutRange(int first, int last) {
    return andNot(create(wordsOfRange(first, last), false));
  }

  /**
   * The first index alone; nothing if the set is empty. A thread bound to a single PU does not
   * migrate among those of the set.
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

  /** Whether every member of this is one of {@code other}. */
  public boolean isIncludedIn(S other) {
    return andNot(other).isEmpty();
  }

  /** Whether this and {@code other} have a member in common. */
  public boolean intersects(S other) {
    return !and(other).isEmpty();
  }

  /**
   * How many members there are.
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

  /** The smallest member, -1 if there is none. */
  public int first() {
    return next(-1);
  }

  /** The largest member, -1 if there is none or the set is infinite. */
  public int last() {
    if (infinite || words.length == 0) {
      return -1;
    }
    return words.length * 64 - 1 - Long.numberOfLeadingZeros(words[words.length - 1]);
  }

  /** The smallest member above {@code previous}, -1 if there is none. */
  public int next(int previous) {
    return nextOf(previous, 0L);
  }

  /** The smallest index that is not a member, -1 if the set is full. */
  public int firstUnset() {
    return nextUnset(-1);
  }

  /** The largest index that is not a member, -1 if there is none or the set is finite. */
  public int lastUnset() {
    return not().last();
  }

  /** The smallest index above {@code previous} that is not a member, -1 if there is none. */
  public int nextUnset(int previous) {
    return nextOf(previous, -1L);
  }

  /** The next bit that is set once words are combined with {@code flip} by exclusive or. */
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

  /** The runs of consecutive members in ascending order; the last one is open if infinite. */
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

  /** Ranges, as in {@code 0-3,8,12-}: empty text is the empty set, an open end an infinite set. */
  public String toListString() {
    return BitmapText.list(this);
  }

  /** hwloc's masks of 32 bits, highest first, as in {@code 0x00000001,0x0000000f}. */
  public String toMaskString() {
    return BitmapText.mask(this);
  }

  /** One hexadecimal number, as {@code taskset} takes it: {@code 0x10000000f}. */
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

  /** The list format in braces: {@code {0-3,8}}. */
  @Override
  public String toString() {
    return "{" + toListString() + "}";
  }
}
