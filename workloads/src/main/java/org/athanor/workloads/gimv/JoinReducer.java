// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Multiplies each edge with the element at its source, and passes the element itself on. The
 * targets of one vertex are in memory: 8 bytes each, and up to 24 while the array grows.
 */
abstract class JoinReducer extends Reducer<LongWritable, Text, LongWritable, Text> {
  /** Most targets of a vertex: nearly the longest array. */
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final LongWritable target = new LongWritable();
  private final Text message = new Text();
  private long[] targets = new long[16];

  /**
   * Returns the product of an edge and the element at its source.
   *
   * @param degree number of edges of the source, from 1
   */
  abstract String combine2(String element, int degree);

  /** Returns the length of the next array for targets. */
  static int grown(long vertex, int length) throws IOException {
    if (length >= LARGEST) {
      throw new IOException(
          "vertex " + vertex + ": has more than " + LARGEST + " edges; must have at most so many");
    }
    return (int) Math.min(2L * length, LARGEST);
  }

  @Override
  protected void reduce(LongWritable vertex, Iterable<Text> messages, Context context)
      throws IOException, InterruptedException {
    String element = null;
    int degree = 0;
    for (Text each : messages) {
      if (Message.kind(each) == Message.SELF) {
        element = Message.content(each);
      } else {
        if (degree == targets.length) {
          targets = Arrays.copyOf(targets, grown(vertex.get(), degree));
        }
        targets[degree++] = Long.parseLong(Message.content(each));
      }
    }
    if (element == null) {
      throw new IOException("vertex " + vertex + ": has edges, but no element in the vector");
    }
    message.set(Message.SELF + element);
    context.write(vertex, message);
    if (degree > 0) {
      message.set(Message.PRODUCT + combine2(element, degree));
    }
    for (int i = 0; i < degree; i++) {
      target.set(targets[i]);
      context.write(target, message);
    }
  }
}
