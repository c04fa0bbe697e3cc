// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.athanor.workloads.reads.ReadSplit;

/**
 * A section of the first or of the second mates. If the reads before it have been counted, it knows
 * the number of its first read and where segments begin in it; see {@link Segments}.
 */
public final class MateSplit extends InputSplit implements Writable {
  private ReadSplit reads = new ReadSplit();
  private int index;
  private boolean second;
  private long firstNumber;
  private int firstSegment;
  private long[] cuts = new long[0];

  /** For Hadoop, which then reads the fields. */
  public MateSplit() {}

  /**
   * A section.
   *
   * @param index of the section among all, those of first mates before those of second mates
   */
  MateSplit(ReadSplit reads, int index, boolean second) {
    this.reads = reads;
    this.index = index;
    this.second = second;
  }

  /** Sets what follows from the numbers of reads in the sections. */
  void number(long first, int segment, long... newCuts) {
    firstNumber = first;
    firstSegment = segment;
    cuts = newCuts;
  }

  ReadSplit reads() {
    return reads;
  }

  int index() {
    return index;
  }

  boolean second() {
    return second;
  }

  long firstNumber() {
    return firstNumber;
  }

  int firstSegment() {
    return firstSegment;
  }

  /** Returns the numbers of the reads at which the next segments begin, in ascending order. */
  long[] cuts() {
    return cuts;
  }

  @Override
  public long getLength() {
    return reads.getLength();
  }

  @Override
  public String[] getLocations() throws IOException {
    return reads.getLocations();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    reads.write(out);
    out.writeInt(index);
    out.writeBoolean(second);
    out.writeLong(firstNumber);
    out.writeInt(firstSegment);
    out.writeInt(cuts.length);
    for (long cut : cuts) {
      out.writeLong(cut);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    reads.readFields(in);
    index = in.readInt();
    second = in.readBoolean();
    firstNumber = in.readLong();
    firstSegment = in.readInt();
    cuts = new long[in.readInt()];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = in.readLong();
    }
  }
}
