// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * The tetrahedra of a triangle: the orientation if there is one, or that there are several; and
 * those of them that the triangle identifies, by the corner that it does not have. A triangle
 * identifies a tetrahedron if that corner has the largest id of the four, so that each tetrahedron
 * is identified by one of its triangles. Not thread-safe.
 */
public final class FaceUse implements Writable {
  private static final byte EVEN = 0;
  private static final byte ODD = 1;
  private static final byte SEVERAL = 2;
  private static final byte NONE = 3;

  private byte state = NONE;
  private long[] opposite = new long[2];
  private int count;

  void clear() {
    state = NONE;
    count = 0;
  }

  /**
   * The use by one tetrahedron.
   *
   * @param odd whether sorting its corners took an odd number of exchanges
   */
  void set(boolean odd) {
    state = odd ? ODD : EVEN;
    count = 0;
  }

  /** Adds a tetrahedron that the triangle identifies. */
  void identify(long corner) {
    if (count == opposite.length) {
      opposite = Arrays.copyOf(opposite, Math.multiplyExact(2, count));
    }
    opposite[count++] = corner;
  }

  void add(FaceUse other) {
    state = state == NONE ? other.state : SEVERAL;
    for (int i = 0; i < other.count; i++) {
      identify(other.opposite[i]);
    }
  }

  boolean isByOne() {
    return state == EVEN || state == ODD;
  }

  boolean isOdd() {
    return state == ODD;
  }

  /** Returns the opposite corner of a tetrahedron that is there more than once. */
  OptionalLong repeated() {
    Arrays.sort(opposite, 0, count);
    for (int i = 1; i < count; i++) {
      if (opposite[i - 1] == opposite[i]) {
        return OptionalLong.of(opposite[i]);
      }
    }
    return OptionalLong.empty();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(state);
    WritableUtils.writeVInt(out, count);
    for (int i = 0; i < count; i++) {
      WritableUtils.writeVLong(out, opposite[i]);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    state = in.readByte();
    count = 0;
    for (int left = WritableUtils.readVInt(in); left > 0; left--) {
      identify(WritableUtils.readVLong(in));
    }
  }
}
