// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

/**
 * A vertex or a tetrahedron of a mesh; reused for many. Ids are from 1. Not thread-safe; the fields
 * of the other kind have no meaning.
 */
public final class MeshRecord {
  private final long[] corners = new long[4];
  private boolean vertex;
  private long id;
  private double x;
  private double y;
  private double z;

  /**
   * Makes this a vertex.
   *
   * @param newId from 1
   */
  public void setVertex(long newId, double newX, double newY, double newZ) {
    vertex = true;
    id = newId;
    x = newX;
    y = newY;
    z = newZ;
  }

  /**
   * Makes this a tetrahedron, whose corners are set with {@link #setCorner}.
   *
   * @param newId from 1
   */
  public void setTetrahedron(long newId) {
    vertex = false;
    id = newId;
  }

  /**
   * Sets a corner of a tetrahedron.
   *
   * @param index from 0 to 3
   * @param corner id of the vertex
   */
  public void setCorner(int index, long corner) {
    corners[index] = corner;
  }

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
