// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.athanor.workloads.reads.Read;

/**
 * A read in a stack: as it is, and where the seed is in it. Its columns are counted from the first
 * base of the seed in canonical form. Not thread-safe.
 */
final class StackRow implements Writable {
  private final Text bases = new Text();
  private final Text qualities = new Text();
  private long read;
  private int seed;
  private boolean reversed;

  /**
   * Sets all.
   *
   * @param position of the read in the input
   * @param seedOffset of the seed in the read as it is
   * @param isReversed whether the seed is turned into its canonical form
   */
  void set(long position, Read content, int seedOffset, boolean isReversed) {
    read = position;
    bases.set(content.bases());
    qualities.set(content.qualities());
    seed = seedOffset;
    reversed = isReversed;
  }

  long read() {
    return read;
  }

  /** Returns the first column. */
  int from() {
    return reversed ? seed + Kmers.K - bases.getLength() : -seed;
  }

  /** Returns the column after the last. */
  int to() {
    return from() + bases.getLength();
  }

  /** Returns the offset in the read of a column that it has. */
  int offset(int column) {
    return reversed ? seed + Kmers.K - 1 - column : seed + column;
  }

  /** Returns the code of the base in a column that it has, in the stack's direction. */
  int base(int column) {
    int code = Kmers.code(bases.getBytes()[offset(column)]);
    return reversed ? 3 - code : code;
  }

  /** Returns the quality in a column that it has, from 0 to 40. */
  int quality(int column) {
    return Limits.quality(qualities.getBytes()[offset(column)]);
  }

  /** Turns a base of the stack's direction into that of the read. */
  int inRead(int base) {
    return reversed ? 3 - base : base;
  }

  StackRow copy() {
    StackRow copy = new StackRow();
    copy.bases.set(bases);
    copy.qualities.set(qualities);
    copy.read = read;
    copy.seed = seed;
    copy.reversed = reversed;
    return copy;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(read);
    WritableUtils.writeVInt(out, seed);
    out.writeBoolean(reversed);
    bases.write(out);
    qualities.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    read = in.readLong();
    seed = WritableUtils.readVInt(in);
    reversed = in.readBoolean();
    bases.readFields(in);
    qualities.readFields(in);
  }
}
