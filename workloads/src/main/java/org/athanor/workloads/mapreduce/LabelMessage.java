// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A message to a vertex: the smallest label sent to it and, if the vertex sent the message to
 * itself, its current label and its neighbours. A combiner may join messages in any order.
 *
 * <p>Serialised form, all numbers with variable length: number of neighbours, or -1 if another
 * vertex sent the message; label; then, only in the vertex's own message, its current label and its
 * neighbours.
 */
public final class LabelMessage implements Writable {
  private static final long[] NONE = {};
  private static final int FOREIGN = -1;

  private long label = Long.MAX_VALUE;
  private long own;
  private long[] neighbours = NONE;
  private int count = FOREIGN;

  /** Returns the smallest label sent. */
  public long label() {
    return label;
  }

  /** Whether the smallest label sent is smaller than the vertex's current label. */
  boolean changed() {
    return label < own;
  }

  int neighbours() {
    return count;
  }

  long neighbour(int index) {
    return neighbours[index];
  }

  void setForeign(long newLabel) {
    label = newLabel;
    count = FOREIGN;
  }

  void setOwn(long newOwn, long newLabel) {
    label = newLabel;
    own = newOwn;
    count = 0;
  }

  /** Makes the smallest label sent the current label. */
  void settle() {
    own = label;
  }

  void addNeighbour(long neighbour) {
    reserve(count + 1);
    neighbours[count++] = neighbour;
  }

  void add(LabelMessage other) {
    label = Math.min(label, other.label);
    if (other.count >= 0) {
      own = other.own;
      int before = Math.max(0, count);
      reserve(before + other.count);
      System.arraycopy(other.neighbours, 0, neighbours, before, other.count);
      count = before + other.count;
    }
  }

  /** Removes duplicate neighbours. */
  void removeDuplicates() {
    Arrays.sort(neighbours, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || neighbours[i] != neighbours[i - 1]) {
        neighbours[kept++] = neighbours[i];
      }
    }
    count = kept;
  }

  private void reserve(int length) {
    if (length > neighbours.length) {
      neighbours = Arrays.copyOf(neighbours, Math.max(length, Math.max(8, 2 * neighbours.length)));
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, count);
    WritableUtils.writeVLong(out, label);
    if (count >= 0) {
      WritableUtils.writeVLong(out, own);
      for (int i = 0; i < count; i++) {
        WritableUtils.writeVLong(out, neighbours[i]);
      }
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    count = WritableUtils.readVInt(in);
    label = WritableUtils.readVLong(in);
    if (count >= 0) {
      own = WritableUtils.readVLong(in);
      reserve(count);
      for (int i = 0; i < count; i++) {
        neighbours[i] = WritableUtils.readVLong(in);
      }
    }
  }
}
