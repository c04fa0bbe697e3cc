// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** The query for the box that has all vertices. */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
final class BoundingBox {
  private BoundingBox() {}

  /** Writes the box of a split, if it has vertices. */
  static final class Map extends MeshMapper<NullWritable, Box> {
    private final Box box = new Box();

    @Override
    protected void vertex(MeshRecord vertex, Context context) {
      box.add(vertex.x(), vertex.y(), vertex.z());
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      if (!box.isEmpty()) {
        context.write(NullWritable.get(), box);
      }
    }
  }

  /** Joins the boxes of splits. */
  static final class Reduce extends Reducer<NullWritable, Box, NullWritable, Text> {
    @Override
    protected void reduce(NullWritable none, Iterable<Box> boxes, Context context)
        throws IOException, InterruptedException {
      Box all = new Box();
      boxes.forEach(all::add);
      for (String line : all.lines()) {
        context.getCounter(Tally.RESULTS).increment(1);
        context.write(none, new Text(line));
      }
    }
  }
}
