// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A message to a vertex: its rank or a sum of contributions to its rank, and those of its out-edges
 * that the sender knows. {@link #add} joins messages to the same vertex; a combiner may do this in
 * any order. A message of the vertex to itself may have its rank of the iteration before.
 *
 * <p>Serialised form: number of links (variable length), value (8 bytes), links (variable length
 * each). With the rank before, -1 - the number, value, the rank (8 bytes), links.
 */
public final class RankMessage implements Writable {
  private static final long[] NONE = {};

  private double value;
  private double before;
  private boolean hasBefore;
  private long[] links = NONE;
  private int count;

  public double value() {
    return value;
  }

  void setValue(double newValue) {
    value = newValue;
  }

  /** Returns the rank of the iteration before; NaN if nobody has sent it. */
  double before() {
    return hasBefore ? before : Double.NaN;
  }

  void setBefore(double rank) {
    before = rank;
    hasBefore = true;
  }

  void clearBefore() {
    hasBefore = false;
  }

  /** Returns the number of out-edges. */
  public int links() {
    return count;
  }

  /** Returns the target of an out-edge. */
  public long link(int index) {
    return links[index];
  }

  void clear() {
    value = 0;
    hasBefore = false;
    count = 0;
  }

  void addLink(long target) {
    reserve(count + 1, true);
    links[count++] = target;
  }

  void add(RankMessage other) {
    value += other.value;
    if (other.hasBefore) {
      setBefore(other.before);
    }
    if (other.count > 0) {
      reserve(count + other.count, true);
      System.arraycopy(other.links, 0, links, count, other.count);
      count += other.count;
    }
  }

  private void reserve(int length, boolean keep) {
    if (length > links.length) {
      long[] larger = new long[Math.max(length, Math.max(8, links.length * 2))];
      if (keep) {
        System.arraycopy(links, 0, larger, 0, count);
      }
      links = larger;
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, hasBefore ? -1 - count : count);
    out.writeDouble(value);
    if (hasBefore) {
      out.writeDouble(before);
    }
    for (int i = 0; i < count; i++) {
      WritableUtils.writeVLong(out, links[i]);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int length = WritableUtils.readVInt(in);
    value = in.readDouble();
    hasBefore = length < 0;
    if (hasBefore) {
      length = -1 - length;
      before = in.readDouble();
    }
    reserve(length, false);
    for (int i = 0; i < length; i++) {
      links[i] = WritableUtils.readVLong(in);
    }
    count = length;
  }
}
