// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.athanor.workloads.lines.MalformedRecordException;

/** The query for the list of vertices, each of them once. */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
final class Vertices {
  private Vertices() {}

  /** Writes the position of a vertex. */
  static final class Map extends MeshMapper<LongWritable, Position> {
    private final LongWritable id = new LongWritable();
    private final Position position = new Position();

    @Override
    protected void vertex(MeshRecord vertex, Context context)
        throws IOException, InterruptedException {
      id.set(vertex.id());
      position.set(vertex.x(), vertex.y(), vertex.z());
      context.write(id, position);
    }
  }

  /** Two places of one vertex. */
  static MalformedRecordException twice(long id, Position one, Position other) {
    boolean ordered = one.toString().compareTo(other.toString()) < 0;
    return new MalformedRecordException(
        "vertex "
            + id
            + " is at "
            + (ordered ? one : other)
            + " and at "
            + (ordered ? other : one)
            + "; must be at one place");
  }

  /** Writes id and coordinates. */
  static final class Reduce extends Reducer<LongWritable, Position, LongWritable, Text> {
    private final Position first = new Position();
    private final Text text = new Text();

    @Override
    protected void reduce(LongWritable id, Iterable<Position> positions, Context context)
        throws IOException, InterruptedException {
      boolean known = false;
      for (Position position : positions) {
        if (!known) {
          first.set(position.x, position.y, position.z);
          known = true;
        } else if (!position.isAt(first)) {
          throw twice(id.get(), first, position);
        }
      }
      text.set(first.mean());
      context.getCounter(Tally.RESULTS).increment(1);
      context.write(id, text);
    }
  }
}
