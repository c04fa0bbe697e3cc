// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The query for the boundary: the triangles of exactly one tetrahedron. Triangles meet under their
 * sorted corners; the value says in which of two orders a tetrahedron has them. The triangles of a
 * tetrahedron (a, b, c, d) whose signed volume (b − a) × (c − a) · (d − a) / 6 is positive turn
 * counter-clockwise when they are seen from outside.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
final class Boundary {
  /** The order is that of the sorted corners, or one that an even number of exchanges makes. */
  private static final byte EVEN = 0;

  private static final byte ODD = 1;

  /** The triangle has several tetrahedra. */
  private static final byte INNER = 2;

  /** Corners of the faces of a tetrahedron whose signed volume is positive. */
  private static final int[][] FACES = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

  private Boundary() {}

  /** Writes the four faces of a tetrahedron. */
  static final class Map extends MeshMapper<Face, ByteWritable> {
    private final Face face = new Face();
    private final ByteWritable order = new ByteWritable();

    @Override
    void tetrahedron(MeshRecord tetrahedron, Context context)
        throws IOException, InterruptedException {
      for (int[] corners : FACES) {
        for (int i = 0; i < corners.length; i++) {
          face.set(i, tetrahedron.corner(corners[i]));
        }
        order.set(face.sort() ? ODD : EVEN);
        context.write(face, order);
      }
    }
  }

  /** Returns the order of a triangle's only tetrahedron, or that it has several. */
  private static byte only(Iterable<ByteWritable> orders) {
    Iterator<ByteWritable> all = orders.iterator();
    byte first = all.next().get();
    return all.hasNext() ? INNER : first;
  }

  /** Brings the faces of a split together. */
  static final class Combine extends Reducer<Face, ByteWritable, Face, ByteWritable> {
    private final ByteWritable order = new ByteWritable();

    @Override
    protected void reduce(Face face, Iterable<ByteWritable> orders, Context context)
        throws IOException, InterruptedException {
      order.set(only(orders));
      context.write(face, order);
    }
  }

  /** Writes the triangles that have one tetrahedron, in its order. */
  static final class Reduce extends Reducer<Face, ByteWritable, Face, NullWritable> {
    private final Face oriented = new Face();

    @Override
    protected void reduce(Face face, Iterable<ByteWritable> orders, Context context)
        throws IOException, InterruptedException {
      byte order = only(orders);
      if (order == INNER) {
        return;
      }
      for (int i = 0; i < Face.CORNERS; i++) {
        oriented.set(i, face.id(i));
      }
      if (order == ODD) {
        oriented.exchange(1, 2);
      }
      context.getCounter(Tally.RESULTS).increment(1);
      context.write(oriented, NullWritable.get());
    }
  }
}
