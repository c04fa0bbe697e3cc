// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Reads the messages that {@link JoinReducer} has written. */
final class MessageMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
  private final VectorLine line = new VectorLine();
  private final LongWritable vertex = new LongWritable();

  @Override
  protected void map(LongWritable offset, Text text, Context context)
      throws IOException, InterruptedException {
    line.parse(text);
    vertex.set(line.id());
    context.write(vertex, line.element());
  }
}
