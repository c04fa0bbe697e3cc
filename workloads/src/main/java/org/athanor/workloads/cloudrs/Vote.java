// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** What a read has in the middle of a window. Not thread-safe. */
final class Vote implements Writable {
  private long read;
  private int offset;
  private boolean reversed;
  private int base;
  private int quality;

  /**
   * Sets all.
   *
   * @param newRead position of the read in the input
   * @param newOffset of the base in the read
   * @param isReversed whether the window was turned into its canonical form
   * @param newBase its code in the canonical form
   * @param newQuality from 0 to 40
   */
  void set(long newRead, int newOffset, boolean isReversed, int newBase, int newQuality) {
    read = newRead;
    offset = newOffset;
    reversed = isReversed;
    base = newBase;
    quality = newQuality;
  }

  long read() {
    return read;
  }

  int offset() {
    return offset;
  }

  boolean reversed() {
    return reversed;
  }

  int base() {
    return base;
  }

  int quality() {
    return quality;
  }

  Vote copy() {
    Vote copy = new Vote();
    copy.set(read, offset, reversed, base, quality);
    return copy;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(read);
    WritableUtils.writeVInt(out, offset);
    out.writeByte((reversed ? 4 : 0) | base);
    out.writeByte(quality);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    read = in.readLong();
    offset = WritableUtils.readVInt(in);
    int bits = in.readByte();
    reversed = (bits & 4) != 0;
    base = bits & 3;
    quality = in.readByte();
  }
}
