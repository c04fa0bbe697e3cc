// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** Coordinates of a vertex, or sums of those of several vertices. Not thread-safe. */
public final class Position implements Writable {
  double x;
  double y;
  double z;

  /** Number of vertices that are added up. */
  long count;

  /** The position of a vertex. */
  void set(double newX, double newY, double newZ) {
    x = newX;
    y = newY;
    z = newZ;
    count = 1;
  }

  void clear() {
    set(0, 0, 0);
    count = 0;
  }

  void add(Position other) {
    x += other.x;
    y += other.y;
    z += other.z;
    count += other.count;
  }

  /** Whether the coordinates are the same. */
  boolean isAt(Position other) {
    return x == other.x && y == other.y && z == other.z;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeDouble(x);
    out.writeDouble(y);
    out.writeDouble(z);
    out.writeLong(count);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    x = in.readDouble();
    y = in.readDouble();
    z = in.readDouble();
    count = in.readLong();
  }

  /** Returns the mean, with all digits and tabs between the coordinates. */
  String mean() {
    return x / count + "\t" + y / count + "\t" + z / count;
  }

  /** Returns the coordinates as messages show them. */
  @Override
  public String toString() {
    return "(" + x + ", " + y + ", " + z + ")";
  }
}
