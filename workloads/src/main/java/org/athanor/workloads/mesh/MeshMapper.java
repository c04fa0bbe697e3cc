// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Mapper;

/** Receives vertices and tetrahedra, and counts them. */
public abstract class MeshMapper<K, V> extends Mapper<LongWritable, MeshRecord, K, V> {
  private Counter vertices;
  private Counter tetrahedra;

  @Override
  protected final void setup(Context context) throws IOException, InterruptedException {
    vertices = context.getCounter(Tally.VERTICES);
    tetrahedra = context.getCounter(Tally.TETRAHEDRA);
    begin(context);
  }

  /** Is called before the first record. */
  protected void begin(Context context) throws IOException, InterruptedException {}

  /** Is called for each vertex. */
  protected void vertex(MeshRecord vertex, Context context)
      throws IOException, InterruptedException {}

  /** Is called for each tetrahedron. */
  protected void tetrahedron(MeshRecord tetrahedron, Context context)
      throws IOException, InterruptedException {}

  @Override
  protected final void map(LongWritable id, MeshRecord record, Context context)
      throws IOException, InterruptedException {
    if (record.isVertex()) {
      vertices.increment(1);
      vertex(record, context);
    } else {
      tetrahedra.increment(1);
      tetrahedron(record, context);
    }
  }
}
