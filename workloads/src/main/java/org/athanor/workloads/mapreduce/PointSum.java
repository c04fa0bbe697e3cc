// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Sum and number of points. Serialised form: number of points and number of coordinates (variable
 * length), coordinates (8 bytes each).
 */
public final class PointSum implements Writable {
  private long count;
  private double[] coordinates = {};

  long count() {
    return count;
  }

  double[] coordinates() {
    return coordinates;
  }

  /** Sets point and count. Does not copy the array. */
  void set(double[] point, long newCount) {
    coordinates = point;
    count = newCount;
  }

  /** Resets to the sum of no points. */
  void clear(int dimensions) {
    count = 0;
    if (coordinates.length == dimensions) {
      Arrays.fill(coordinates, 0);
    } else {
      coordinates = new double[dimensions];
    }
  }

  void add(PointSum other) {
    count += other.count;
    for (int i = 0; i < coordinates.length; i++) {
      coordinates[i] += other.coordinates[i];
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, count);
    WritableUtils.writeVInt(out, coordinates.length);
    for (double coordinate : coordinates) {
      out.writeDouble(coordinate);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    count = WritableUtils.readVLong(in);
    int dimensions = WritableUtils.readVInt(in);
    if (coordinates.length != dimensions) {
      coordinates = new double[dimensions];
    }
    for (int i = 0; i < dimensions; i++) {
      coordinates[i] = in.readDouble();
    }
  }
}
