// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.Value;

/**
 * A growing list of vertex ids. Serialised form: number of ids (4 bytes), ids (8 bytes each). Not
 * thread-safe.
 */
public final class Ids implements Value {
  private static final long serialVersionUID = 1;
  private long[] ids = {};
  private int count;

  /** An empty list; also called by Flink. */
  public Ids() {}

  static Ids of(long id) {
    Ids one = new Ids();
    one.ids = new long[] {id};
    one.count = 1;
    return one;
  }

  int count() {
    return count;
  }

  long get(int index) {
    return ids[index];
  }

  long smallest(long unlessSmaller) {
    return Math.min(unlessSmaller, Arrays.stream(ids, 0, count).min().orElse(unlessSmaller));
  }

  /** Adds the ids of another list; returns this. */
  Ids add(Ids other) {
    if (count + other.count > ids.length) {
      ids = Arrays.copyOf(ids, Math.max(count + other.count, count + count / 2));
    }
    System.arraycopy(other.ids, 0, ids, count, other.count);
    count += other.count;
    return this;
  }

  /** Removes duplicate ids; returns this. */
  Ids distinct() {
    Ids distinct = new Ids();
    distinct.ids = Arrays.stream(ids, 0, count).sorted().distinct().toArray();
    distinct.count = distinct.ids.length;
    return distinct;
  }

  @Override
  public void write(DataOutputView out) throws IOException {
    out.writeInt(count);
    writeEach(out);
  }

  /** Writes the ids without their number. */
  void writeEach(DataOutputView out) throws IOException {
    for (int i = 0; i < count; i++) {
      out.writeLong(ids[i]);
    }
  }

  @Override
  public void read(DataInputView in) throws IOException {
    readEach(in, in.readInt());
  }

  /** Reads what {@link #writeEach} has written of so many ids. */
  void readEach(DataInputView in, int number) throws IOException {
    count = number;
    ids = new long[count];
    for (int i = 0; i < count; i++) {
      ids[i] = in.readLong();
    }
  }
}
