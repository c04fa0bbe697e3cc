// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.athanor.workloads.program.EdgeLine;

/** Sends edges and elements of the vector to the source of the edge, and to the vertex. */
final class JoinMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
  private static final String VECTOR = "athanor.workloads.gimv.vector";
  private static final String SYMMETRIC = "athanor.workloads.gimv.symmetric";

  private final EdgeLine edge = new EdgeLine();
  private final VectorLine line = new VectorLine();
  private final LongWritable vertex = new LongWritable();
  private final Text message = new Text();
  private boolean ofVector;
  private boolean symmetric;

  /**
   * Tells the mappers which input is the vector.
   *
   * @param vector its directory, with scheme and authority
   * @param symmetric whether edges are for both directions
   */
  static void configure(Configuration configuration, Path vector, boolean symmetric) {
    configuration.set(VECTOR, vector.toString());
    configuration.setBoolean(SYMMETRIC, symmetric);
  }

  @Override
  protected void setup(Context context) {
    Path file = ((FileSplit) context.getInputSplit()).getPath();
    ofVector = file.getParent().toString().equals(context.getConfiguration().get(VECTOR));
    symmetric = context.getConfiguration().getBoolean(SYMMETRIC, false);
  }

  @Override
  protected void map(LongWritable offset, Text text, Context context)
      throws IOException, InterruptedException {
    if (ofVector) {
      line.parse(text);
      vertex.set(line.id());
      message.set(Message.SELF + line.element().toString());
      context.write(vertex, message);
    } else if (edge.parse(text.getBytes(), text.getLength())) {
      send(edge.source(), edge.target(), context);
      if (symmetric && edge.source() != edge.target()) {
        send(edge.target(), edge.source(), context);
      }
    }
  }

  private void send(long to, long neighbour, Context context)
      throws IOException, InterruptedException {
    vertex.set(to);
    message.set(Message.EDGE + Long.toString(neighbour));
    context.write(vertex, message);
  }
}
