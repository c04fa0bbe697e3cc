// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** What is compared with others: a single read, or a pair of mates. Not thread-safe. */
final class Fragment implements Writable {
  private final PackedRead first = new PackedRead();
  private final PackedRead second = new PackedRead();
  private boolean paired;

  /** Returns the single read, or the first mate. */
  PackedRead first() {
    return first;
  }

  /** Returns the second mate, which only a pair has. */
  PackedRead second() {
    return second;
  }

  boolean paired() {
    return paired;
  }

  void setPaired(boolean paired) {
    this.paired = paired;
  }

  /**
   * Returns the number of bases that differ, in both mates together; {@link PackedRead#FAR} if they
   * cannot be compared, or any number above {@code limit} if it is above it.
   */
  int distance(Fragment other, int limit) {
    int ofFirst = first.distance(other.first, limit);
    if (!paired || ofFirst > limit || ofFirst == PackedRead.FAR) {
      return ofFirst;
    }
    int ofSecond = second.distance(other.second, limit - ofFirst);
    return ofSecond == PackedRead.FAR ? PackedRead.FAR : ofFirst + ofSecond;
  }

  /** Whether the mean of all qualities is higher than another's; false without qualities. */
  boolean betterThan(Fragment other) {
    // a/b > c/d without rounding
    return qualitySum() * other.qualityCount() > other.qualitySum() * qualityCount();
  }

  private long qualitySum() {
    return first.qualitySum() + (paired ? second.qualitySum() : 0);
  }

  private long qualityCount() {
    return (long) first.qualityCount() + (paired ? second.qualityCount() : 0);
  }

  /** Returns a copy that keeps its content. */
  Fragment copy() {
    Fragment copy = new Fragment();
    copy.paired = paired;
    copy.first.set(first);
    if (paired) {
      copy.second.set(second);
    }
    return copy;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeBoolean(paired);
    first.write(out);
    if (paired) {
      second.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    paired = in.readBoolean();
    first.readFields(in);
    if (paired) {
      second.readFields(in);
    }
  }
}
