// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.athanor.workloads.lines.MalformedRecordException;

/**
 * The query for a simplified mesh, by vertex clustering (J. Rossignac, P. Borrel, 1993): the
 * vertices of each cell of a grid become one, their mean. Tetrahedra are left out if two corners
 * become one; of several that become the same, one is left.
 *
 * <p>Jobs: {@code Join…} finds the cells of the corners, {@code Mean} the vertices, {@code
 * Assemble} brings the corners of each tetrahedron together, {@code Keep} keeps one of the same.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
final class Simplified {
  /** Name of the output of {@link JoinReduce} with cells and positions. */
  static final String CELLS = "cells";

  /** Name of the output of {@link JoinReduce} with tetrahedra, and a cell of a corner. */
  static final String CORNERS = "corners";

  private Simplified() {}

  /** Sends positions and corners to the vertex. */
  static final class JoinMap extends MeshMapper<JoinKey, JoinValue> {
    private final JoinKey key = new JoinKey();
    private final JoinValue value = new JoinValue();

    @Override
    protected void vertex(MeshRecord vertex, Context context)
        throws IOException, InterruptedException {
      key.set(vertex.id(), false);
      value.corner = JoinValue.POSITION;
      value.position.set(vertex.x(), vertex.y(), vertex.z());
      context.write(key, value);
    }

    @Override
    protected void tetrahedron(MeshRecord tetrahedron, Context context)
        throws IOException, InterruptedException {
      for (int i = 0; i < Tetrahedron.CORNERS; i++) {
        value.tetrahedron.set(i, tetrahedron.corner(i));
      }
      for (byte i = 0; i < Tetrahedron.CORNERS; i++) {
        key.set(tetrahedron.corner(i), true);
        value.corner = i;
        context.write(key, value);
      }
    }
  }

  /** Writes the cell of a vertex, if it is a corner, and of the corner of each tetrahedron. */
  static final class JoinReduce extends Reducer<JoinKey, JoinValue, LongWritable, Position> {
    private final LongWritable cell = new LongWritable();
    private final LongWritable cellAndCorner = new LongWritable();
    private final Position position = new Position();
    private Grid grid;
    private MultipleOutputs<LongWritable, Position> outputs;

    @Override
    protected void setup(Context context) {
      grid = Grid.of(context.getConfiguration());
      outputs = new MultipleOutputs<>(context);
    }

    @Override
    protected void reduce(JoinKey vertex, Iterable<JoinValue> values, Context context)
        throws IOException, InterruptedException {
      position.clear();
      boolean used = false;
      for (JoinValue value : values) {
        if (value.corner == JoinValue.POSITION) {
          place(vertex.id(), value.position);
        } else if (position.count == 0) {
          throw new MalformedRecordException(
              "vertex "
                  + vertex.id()
                  + " is a corner of tetrahedra, but has no position; must have one (the query"
                  + " missing lists all such)");
        } else {
          cellAndCorner.set(cell.get() * Tetrahedron.CORNERS + value.corner);
          outputs.write(CORNERS, value.tetrahedron, cellAndCorner, CORNERS + "/part");
          used = true;
        }
      }
      if (used) {
        outputs.write(CELLS, cell, position, CELLS + "/part");
      }
    }

    private void place(long id, Position found) throws IOException {
      if (position.count > 0 && !found.isAt(position)) {
        throw Vertices.twice(id, position, found);
      }
      position.set(found.x, found.y, found.z);
      cell.set(grid.cell(found.x, found.y, found.z));
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
    }
  }

  /** Adds up positions. */
  static final class MeanCombine extends Reducer<LongWritable, Position, LongWritable, Position> {
    private final Position sum = new Position();

    @Override
    protected void reduce(LongWritable cell, Iterable<Position> positions, Context context)
        throws IOException, InterruptedException {
      sum.clear();
      positions.forEach(sum::add);
      context.write(cell, sum);
    }
  }

  /** Writes the vertices: number of the cell and mean position. */
  static final class MeanReduce extends Reducer<LongWritable, Position, LongWritable, Text> {
    private final Position sum = new Position();
    private final Text text = new Text();

    @Override
    protected void reduce(LongWritable cell, Iterable<Position> positions, Context context)
        throws IOException, InterruptedException {
      sum.clear();
      positions.forEach(sum::add);
      text.set(sum.mean());
      context.write(cell, text);
    }
  }

  /** Makes a tetrahedron of the cells of its corners, unless two are the same. */
  static final class AssembleReduce
      extends Reducer<Tetrahedron, LongWritable, Tetrahedron, BooleanWritable> {
    private final Tetrahedron cells = new Tetrahedron();
    private final BooleanWritable odd = new BooleanWritable();

    @Override
    protected void reduce(Tetrahedron corners, Iterable<LongWritable> values, Context context)
        throws IOException, InterruptedException {
      for (LongWritable cellAndCorner : values) {
        long value = cellAndCorner.get();
        cells.set((int) (value % Tetrahedron.CORNERS), value / Tetrahedron.CORNERS);
      }
      odd.set(cells.sort());
      if (!cells.repeats()) {
        context.write(cells, odd);
      }
    }
  }

  private static boolean allOdd(Iterable<BooleanWritable> orders) {
    boolean all = true;
    for (BooleanWritable odd : orders) {
      all &= odd.get();
    }
    return all;
  }

  /** Keeps one of several orientations: the same one, however they are divided. */
  static final class KeepCombine
      extends Reducer<Tetrahedron, BooleanWritable, Tetrahedron, BooleanWritable> {
    private final BooleanWritable odd = new BooleanWritable();

    @Override
    protected void reduce(Tetrahedron cells, Iterable<BooleanWritable> orders, Context context)
        throws IOException, InterruptedException {
      odd.set(allOdd(orders));
      context.write(cells, odd);
    }
  }

  /** Writes each tetrahedron once. */
  static final class KeepReduce
      extends Reducer<Tetrahedron, BooleanWritable, Tetrahedron, NullWritable> {
    private final Tetrahedron oriented = new Tetrahedron();

    @Override
    protected void reduce(Tetrahedron cells, Iterable<BooleanWritable> orders, Context context)
        throws IOException, InterruptedException {
      for (int i = 0; i < Tetrahedron.CORNERS; i++) {
        oriented.set(i, cells.id(i));
      }
      if (allOdd(orders)) {
        oriented.exchange(2, 3);
      }
      context.getCounter(Tally.RESULTS).increment(1);
      context.write(oriented, NullWritable.get());
    }
  }
}
