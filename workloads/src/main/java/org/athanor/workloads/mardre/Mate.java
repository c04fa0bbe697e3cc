// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.athanor.workloads.reads.Read;

/** A read of a pair, and which of the two it is. Not thread-safe. */
final class Mate implements Writable {
  private Read read = new Read();
  private boolean second;

  /** Sets the read, which is not copied. */
  void setRead(Read read) {
    this.read = read;
  }

  Read read() {
    return read;
  }

  void setSecond(boolean second) {
    this.second = second;
  }

  boolean second() {
    return second;
  }

  /** Takes the other's read, and gives it this one's. */
  void exchange(Mate other) {
    Read others = other.read;
    other.read = read;
    read = others;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeBoolean(second);
    read.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    second = in.readBoolean();
    read.readFields(in);
  }
}
