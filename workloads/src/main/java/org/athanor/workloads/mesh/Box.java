// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.io.Writable;

/** A bounding box. Not thread-safe. */
public final class Box implements Writable {
  private static final List<String> NAMES =
      List.of("min_x", "min_y", "min_z", "max_x", "max_y", "max_z");

  private final double[] bounds = new double[6];

  /** A box without points. */
  public Box() {
    Arrays.fill(bounds, 0, 3, Double.POSITIVE_INFINITY);
    Arrays.fill(bounds, 3, 6, Double.NEGATIVE_INFINITY);
  }

  boolean isEmpty() {
    return bounds[0] > bounds[3];
  }

  /** Extends the box so that it has a point. */
  void add(double x, double y, double z) {
    add(0, x, x);
    add(1, y, y);
    add(2, z, z);
  }

  void add(Box other) {
    for (int axis = 0; axis < 3; axis++) {
      add(axis, other.bounds[axis], other.bounds[3 + axis]);
    }
  }

  private void add(int axis, double least, double greatest) {
    bounds[axis] = Math.min(bounds[axis], least);
    bounds[3 + axis] = Math.max(bounds[3 + axis], greatest);
  }

  double middle(int axis) {
    return bounds[axis] / 2 + bounds[3 + axis] / 2;
  }

  /** Returns the length of the longest edge. */
  double longest() {
    double longest = 0;
    for (int axis = 0; axis < 3; axis++) {
      longest = Math.max(longest, bounds[3 + axis] - bounds[axis]);
    }
    return longest;
  }

  /** Returns six lines of name and bound, with a tab between them. */
  List<String> lines() {
    return IntStream.range(0, bounds.length)
        .mapToObj(i -> NAMES.get(i) + "\t" + bounds[i])
        .toList();
  }

  /** Reads {@link #lines}. */
  static Box of(List<String> lines) {
    Box box = new Box();
    for (String line : lines) {
      String[] fields = line.split("\t", 2);
      box.bounds[NAMES.indexOf(fields[0])] = Double.parseDouble(fields[1]);
    }
    return box;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    for (double bound : bounds) {
      out.writeDouble(bound);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = in.readDouble();
    }
  }

  /** Returns two opposite corners. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "(%s, %s, %s) to (%s, %s, %s)", Arrays.stream(bounds).boxed().toArray());
  }
}
