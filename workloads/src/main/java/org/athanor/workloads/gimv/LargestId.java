// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.athanor.workloads.program.EdgeLine;

/** Finds the largest id of a graph, so that the driver can write a vector for all ids. */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
final class LargestId {
  /** Largest id that is allowed: the driver writes a line for each id up to the largest. */
  static final long LIMIT = Integer.MAX_VALUE - 1;

  private LargestId() {}

  /** Writes the largest id of a split, if it has edges. */
  static final class Map extends Mapper<LongWritable, Text, NullWritable, LongWritable> {
    private final EdgeLine edge = new EdgeLine();
    private long largest = -1;

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      if (edge.parse(line.getBytes(), line.getLength())) {
        if (!allowed(edge.source()) || !allowed(edge.target())) {
          throw new IllegalArgumentException(
              "edge "
                  + edge.source()
                  + " "
                  + edge.target()
                  + ": ids must be from 0 to "
                  + LIMIT
                  + "; pagerank and components take others");
        }
        largest = Math.max(largest, Math.max(edge.source(), edge.target()));
      }
    }

    private static boolean allowed(long id) {
      return id >= 0 && id <= LIMIT;
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      if (largest >= 0) {
        context.write(NullWritable.get(), new LongWritable(largest));
      }
    }
  }

  /** Writes the largest of some ids. */
  static final class Reduce
      extends Reducer<NullWritable, LongWritable, LongWritable, NullWritable> {
    @Override
    protected void reduce(NullWritable none, Iterable<LongWritable> ids, Context context)
        throws IOException, InterruptedException {
      long largest = -1;
      for (LongWritable id : ids) {
        largest = Math.max(largest, id.get());
      }
      context.write(new LongWritable(largest), NullWritable.get());
    }
  }
}
