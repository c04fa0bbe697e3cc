// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

/** The corners of a triangle. */
public final class Face extends IdTuple {
  static final int CORNERS = 3;

  /** For Hadoop, which then reads the ids. */
  public Face() {
    super(CORNERS);
  }

  /** The order of the ids. */
  public static final class ByBytes extends Order {
    public ByBytes() {
      super(Face.class, CORNERS);
    }
  }
}
