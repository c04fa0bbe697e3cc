// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The query for missing identifiers: those that tetrahedra use, but no vertex has. The result has
 * the number of tetrahedra that use each.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
final class Missing {
  /** Says that there is a vertex, whatever uses it. */
  private static final long VERTEX = -1;

  private Missing() {}

  /** Writes vertices, and one use of each corner. */
  static final class Map extends MeshMapper<LongWritable, LongWritable> {
    private final LongWritable id = new LongWritable();
    private final LongWritable defined = new LongWritable(VERTEX);
    private final LongWritable one = new LongWritable(1);

    @Override
    protected void vertex(MeshRecord vertex, Context context)
        throws IOException, InterruptedException {
      id.set(vertex.id());
      context.write(id, defined);
    }

    @Override
    protected void tetrahedron(MeshRecord tetrahedron, Context context)
        throws IOException, InterruptedException {
      for (int i = 0; i < Tetrahedron.CORNERS; i++) {
        id.set(tetrahedron.corner(i));
        context.write(id, one);
      }
    }
  }

  private static long join(Iterable<LongWritable> uses) {
    long sum = 0;
    for (LongWritable use : uses) {
      sum = sum == VERTEX || use.get() == VERTEX ? VERTEX : sum + use.get();
    }
    return sum;
  }

  /** Brings the uses of a split together. */
  static final class Combine
      extends Reducer<LongWritable, LongWritable, LongWritable, LongWritable> {
    private final LongWritable joined = new LongWritable();

    @Override
    protected void reduce(LongWritable id, Iterable<LongWritable> uses, Context context)
        throws IOException, InterruptedException {
      joined.set(join(uses));
      context.write(id, joined);
    }
  }

  /** Writes the ids that no vertex has. */
  static final class Reduce
      extends Reducer<LongWritable, LongWritable, LongWritable, LongWritable> {
    private final LongWritable count = new LongWritable();

    @Override
    protected void reduce(LongWritable id, Iterable<LongWritable> uses, Context context)
        throws IOException, InterruptedException {
      count.set(join(uses));
      if (count.get() != VERTEX) {
        context.getCounter(Tally.RESULTS).increment(1);
        context.write(id, count);
      }
    }
  }
}
