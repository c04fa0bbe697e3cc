// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import org.apache.hadoop.conf.Configuration;

/**
 * The cells of a cube around the middle of a bounding box, whose edges are as long as the longest
 * of the box. Immutable.
 */
public final class Grid {
  /** Most cells along an edge: numbers of cells are ids of vertices in Gmsh, of 31 bits. */
  public static final int FINEST = 1290;

  private static final String PREFIX = "athanor.workloads.mesh.grid.";
  private static final String CELLS = PREFIX + "cells";
  private static final String LENGTH = PREFIX + "length";
  private static final String[] LEAST = {PREFIX + "x", PREFIX + "y", PREFIX + "z"};

  private final int cells;
  private final double length;
  private final double[] least;

  private Grid(int cells, double length, double... least) {
    this.cells = cells;
    this.length = length;
    this.least = least;
  }

  /**
   * A grid.
   *
   * @param cells along an edge, from 1 to {@value #FINEST}
   */
  static Grid around(Box box, int cells) {
    double length = box.longest();
    double half = length / 2;
    return new Grid(
        cells, length, box.middle(0) - half, box.middle(1) - half, box.middle(2) - half);
  }

  void putInto(Configuration configuration) {
    configuration.setInt(CELLS, cells);
    configuration.setDouble(LENGTH, length);
    for (int axis = 0; axis < LEAST.length; axis++) {
      configuration.setDouble(LEAST[axis], least[axis]);
    }
  }

  static Grid of(Configuration configuration) {
    double[] least = new double[LEAST.length];
    for (int axis = 0; axis < LEAST.length; axis++) {
      least[axis] = configuration.getDouble(LEAST[axis], 0);
    }
    return new Grid(configuration.getInt(CELLS, 1), configuration.getDouble(LENGTH, 0), least);
  }

  /** Returns the number of the cell of a point, from 1; of a point outside, the nearest cell. */
  long cell(double x, double y, double z) {
    return (index(0, x) * cells + index(1, y)) * cells + index(2, z) + 1;
  }

  private long index(int axis, double coordinate) {
    double index = length == 0 ? 0 : Math.floor((coordinate - least[axis]) / length * cells);
    return (long) Math.max(0, Math.min(cells - 1, index));
  }
}
