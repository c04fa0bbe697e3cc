// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The position of a vertex, or a tetrahedron of which the vertex is a corner. Not thread-safe. */
public final class JoinValue implements Writable {
  /** Instead of the index of a corner. */
  static final byte POSITION = -1;

  final Position position = new Position();
  final Tetrahedron tetrahedron = new Tetrahedron();

  /** Index of the corner, from 0 to 3, or {@link #POSITION}. */
  byte corner;

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(corner);
    (corner == POSITION ? position : tetrahedron).write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    corner = in.readByte();
    (corner == POSITION ? position : tetrahedron).readFields(in);
  }
}
