// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/**
 * A fixed number of ids, big-endian. They are not negative, so that the order of the bytes is that
 * of the numbers. Not thread-safe.
 */
abstract class IdTuple implements WritableComparable<IdTuple> {
  private final long[] ids;

  IdTuple(int size) {
    ids = new long[size];
  }

  final long id(int index) {
    return ids[index];
  }

  final void set(int index, long id) {
    ids[index] = id;
  }

  /**
   * Sorts the ids. Returns whether this needs an odd number of exchanges, which reverses the
   * orientation.
   */
  final boolean sort() {
    boolean odd = false;
    for (int i = 1; i < ids.length; i++) {
      for (int j = i; j > 0 && ids[j - 1] > ids[j]; j--) {
        exchange(j - 1, j);
        odd = !odd;
      }
    }
    return odd;
  }

  final void exchange(int one, int other) {
    long id = ids[one];
    ids[one] = ids[other];
    ids[other] = id;
  }

  /** Whether two neighbours are the same; if the ids are sorted, whether any are. */
  final boolean repeats() {
    for (int i = 1; i < ids.length; i++) {
      if (ids[i - 1] == ids[i]) {
        return true;
      }
    }
    return false;
  }

  @Override
  public final void write(DataOutput out) throws IOException {
    for (long id : ids) {
      out.writeLong(id);
    }
  }

  @Override
  public final void readFields(DataInput in) throws IOException {
    for (int i = 0; i < ids.length; i++) {
      ids[i] = in.readLong();
    }
  }

  @Override
  public final int compareTo(IdTuple other) {
    return Arrays.compare(ids, other.ids);
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof IdTuple tuple && Arrays.equals(ids, tuple.ids);
  }

  /** Spreads over partitions, also for ids that follow each other. */
  @Override
  public final int hashCode() {
    long hash = 0;
    for (long id : ids) {
      hash = (hash ^ id) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }

  /** Returns the ids with tabs between them. */
  @Override
  public final String toString() {
    StringBuilder text = new StringBuilder();
    for (long id : ids) {
      text.append(text.length() == 0 ? "" : "\t").append(id);
    }
    return text.toString();
  }

  /** The order of bytes. */
  abstract static class Order extends WritableComparator {
    private final int bytes;

    Order(Class<? extends IdTuple> type, int size) {
      super(type, true);
      bytes = size * Long.BYTES;
    }

    @Override
    public final int compare(byte[] a, int atA, int lengthA, byte[] b, int atB, int lengthB) {
      return compareBytes(a, atA, bytes, b, atB, bytes);
    }
  }
}
