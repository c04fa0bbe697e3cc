// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.athanor.workloads.reads.Read;

/**
 * A read in a form that is short and fast to compare. Its bases are, one after the other: the
 * prefix, which is not in here but in the key; those that are compared, as codes; those that are
 * not compared, as text. A read with other letters than A, C, G, T, N also has all its bases as
 * text. Not thread-safe.
 */
final class PackedRead implements Writable {
  /**
   * The distance of reads that cannot be compared, because different numbers of their bases are
   * compared.
   */
  static final int FAR = 1 << 24;

  private final Text name = new Text();
  private final Text text = new Text();
  private final Text qualities = new Text();
  private boolean whole;
  private int prefix;
  private int compared;
  private long[] words = new long[0];

  /**
   * Sets this to a read.
   *
   * @param prefix number of bases that the key has
   * @param most number of bases to compare, with those of the prefix
   */
  void set(Read read, int prefix, int most) {
    byte[] bases = read.bases().getBytes();
    int length = read.bases().getLength();
    name.set(read.name());
    qualities.set(read.qualities());
    this.prefix = Math.min(prefix, length);
    int end = Math.max(this.prefix, Math.min(most, length));
    compared = end - this.prefix;
    words = room(words, compared);
    Bases.pack(bases, this.prefix, end, words);
    whole = !Bases.plain(bases, length);
    int from = whole ? 0 : end;
    text.set(bases, from, length - from);
  }

  private static long[] room(long[] words, int bases) {
    return Bases.words(bases) <= words.length ? words : new long[Bases.words(bases)];
  }

  /** Sets a read to this one. */
  void restore(long key, Read read) {
    read.name().set(name);
    read.qualities().set(qualities);
    if (whole) {
      read.bases().set(text);
      return;
    }
    byte[] bases = new byte[prefix + compared + text.getLength()];
    Bases.restorePrefix(key, bases, prefix);
    Bases.unpack(words, compared, bases, prefix);
    System.arraycopy(text.getBytes(), 0, bases, prefix + compared, text.getLength());
    read.bases().set(bases);
  }

  /**
   * Returns the number of compared bases that differ, {@link #FAR} if different numbers of bases
   * are compared, or any number above {@code limit} if it is above it.
   */
  int distance(PackedRead other, int limit) {
    if (compared != other.compared || prefix != other.prefix) {
      return FAR;
    }
    int sum = 0;
    int count = Bases.words(compared);
    for (int i = 0; i < count && sum <= limit; i++) {
      sum += Bases.mismatches(words[i], other.words[i]);
    }
    return sum;
  }

  /** Returns the number of bases that the key has; fewer than the rule's if the read is short. */
  int prefix() {
    return prefix;
  }

  /** Returns the number of qualities. */
  int qualityCount() {
    return qualities.getLength();
  }

  /** Returns the sum of the qualities, each from 0 to 93. */
  long qualitySum() {
    long sum = 0;
    byte[] bytes = qualities.getBytes();
    for (int i = 0; i < qualities.getLength(); i++) {
      sum += bytes[i] - Read.QUALITY_BASE;
    }
    return sum;
  }

  /** Sets this to another read. */
  void set(PackedRead other) {
    name.set(other.name);
    text.set(other.text);
    qualities.set(other.qualities);
    whole = other.whole;
    prefix = other.prefix;
    compared = other.compared;
    words = Arrays.copyOf(other.words, Bases.words(compared));
  }

  @Override
  public void write(DataOutput out) throws IOException {
    name.write(out);
    text.write(out);
    qualities.write(out);
    out.writeBoolean(whole);
    WritableUtils.writeVInt(out, prefix);
    WritableUtils.writeVInt(out, compared);
    for (int i = 0; i < Bases.words(compared); i++) {
      out.writeLong(words[i]);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    name.readFields(in);
    text.readFields(in);
    qualities.readFields(in);
    whole = in.readBoolean();
    prefix = WritableUtils.readVInt(in);
    compared = WritableUtils.readVInt(in);
    words = room(words, compared);
    for (int i = 0; i < Bases.words(compared); i++) {
      words[i] = in.readLong();
    }
  }
}
