// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;
import org.athanor.workloads.lines.MalformedRecordException;

/**
 * The query for the boundary: the triangles of exactly one tetrahedron. Triangles meet under their
 * sorted corners; the value says in which of two orders a tetrahedron has them. The triangles of a
 * tetrahedron (a, b, c, d) whose signed volume (b − a) × (c − a) · (d − a) / 6 is positive turn
 * counter-clockwise when they are seen from outside. A tetrahedron that is there twice, such as in
 * two files, would hide triangles of the boundary, and ends the job.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
final class Boundary {
  /** Corners of the faces of a tetrahedron whose signed volume is positive. */
  private static final int[][] FACES = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

  /** Index of the corner opposite each of {@link #FACES}. */
  private static final int[] OPPOSITE = {3, 2, 0, 1};

  private Boundary() {}

  /** Writes the four faces of a tetrahedron. */
  static final class Map extends MeshMapper<Face, FaceUse> {
    private final Face face = new Face();
    private final FaceUse use = new FaceUse();

    @Override
    protected void tetrahedron(MeshRecord tetrahedron, Context context)
        throws IOException, InterruptedException {
      for (int i = 0; i < FACES.length; i++) {
        for (int j = 0; j < Face.CORNERS; j++) {
          face.set(j, tetrahedron.corner(FACES[i][j]));
        }
        use.set(face.sort());
        long opposite = tetrahedron.corner(OPPOSITE[i]);
        if (opposite > face.id(Face.CORNERS - 1)) {
          use.identify(opposite);
        }
        context.write(face, use);
      }
    }
  }

  /** Brings the faces of a split together. */
  static final class Combine extends Reducer<Face, FaceUse, Face, FaceUse> {
    private final FaceUse all = new FaceUse();

    @Override
    protected void reduce(Face face, Iterable<FaceUse> uses, Context context)
        throws IOException, InterruptedException {
      all.clear();
      uses.forEach(all::add);
      context.write(face, all);
    }
  }

  /** Writes the triangles that have one tetrahedron, in its order. */
  static final class Reduce extends Reducer<Face, FaceUse, Face, NullWritable> {
    private final FaceUse all = new FaceUse();
    private final Face oriented = new Face();

    @Override
    protected void reduce(Face face, Iterable<FaceUse> uses, Context context)
        throws IOException, InterruptedException {
      all.clear();
      uses.forEach(all::add);
      OptionalLong repeated = all.repeated();
      if (repeated.isPresent()) {
        throw new MalformedRecordException(
            String.format(
                Locale.ROOT,
                "the tetrahedron of vertices %d, %d, %d and %d is there more than once; must be"
                    + " once, in one file",
                face.id(0),
                face.id(1),
                face.id(2),
                repeated.getAsLong()));
      }
      if (!all.isByOne()) {
        return;
      }
      for (int i = 0; i < Face.CORNERS; i++) {
        oriented.set(i, face.id(i));
      }
      if (all.isOdd()) {
        oriented.exchange(1, 2);
      }
      context.getCounter(Tally.RESULTS).increment(1);
      context.write(oriented, NullWritable.get());
    }
  }
}
