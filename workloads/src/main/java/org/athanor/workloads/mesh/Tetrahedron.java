// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

/** The corners of a tetrahedron. */
public final class Tetrahedron extends IdTuple {
  static final int CORNERS = 4;

  /** For Hadoop, which then reads the ids. */
  public Tetrahedron() {
    super(CORNERS);
  }

  /** The order of the ids. */
  public static final class ByBytes extends Order {
    public ByBytes() {
      super(Tetrahedron.class, CORNERS);
    }
  }
}
