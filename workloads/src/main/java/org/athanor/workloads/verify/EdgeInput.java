// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.athanor.workloads.program.EdgeLine;

/**
 * Reads edges. All threads parse lines; edges are passed on by one thread at a time, in any order.
 */
final class EdgeInput {
  private static final int BATCH = 4096;

  private EdgeInput() {}

  /** Receives edges. */
  interface Edges {
    void edge(long source, long target);
  }

  static void read(Configuration configuration, Path input, Edges edges)
      throws IOException, InterruptedException {
    List<Batch> batches = new ArrayList<>();
    Splits.read(
        configuration,
        input,
        new TextInputFormat(),
        () -> {
          Batch batch = new Batch(edges);
          batches.add(batch);
          return batch;
        });
    batches.forEach(Batch::deliver);
  }

  private static final class Batch implements Splits.Consumer<LongWritable, Text> {
    private final EdgeLine line = new EdgeLine();
    private final long[] ends = new long[2 * BATCH];
    private final Edges edges;
    private int count;

    Batch(Edges edges) {
      this.edges = edges;
    }

    @Override
    public void accept(LongWritable offset, Text text) {
      if (line.parse(text.getBytes(), text.getLength())) {
        ends[count++] = line.source();
        ends[count++] = line.target();
        if (count == ends.length) {
          deliver();
        }
      }
    }

    void deliver() {
      synchronized (edges) {
        for (int i = 0; i < count; i += 2) {
          edges.edge(ends[i], ends[i + 1]);
        }
      }
      count = 0;
    }
  }
}
