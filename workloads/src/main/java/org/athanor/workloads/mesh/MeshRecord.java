// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

/**
 * A vertex or a tetrahedron of a mesh; reused for many. Ids are from 1. Not thread-safe; the fields
 * of the other kind have no meaning.
 */
public final class MeshRecord {
  final long[] corners = new long[4];
  boolean vertex;
  long id;
  double x;
  double y;
  double z;

  /** Whether this is a vertex. */
  public boolean isVertex() {
    return vertex;
  }

  /** Returns the id of the vertex, or that of the tetrahedron among the elements of its file. */
  public long id() {
    return id;
  }

  public double x() {
    return x;
  }

  public double y() {
    return y;
  }

  public double z() {
    return z;
  }

  /**
   * Returns the id of a corner of a tetrahedron.
   *
   * @param index from 0 to 3
   */
  public long corner(int index) {
    return corners[index];
  }
}
