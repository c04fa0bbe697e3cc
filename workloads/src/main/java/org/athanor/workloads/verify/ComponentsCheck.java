// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Checks connected components for exact equality with union-find (Tarjan, 1975; path halving, the
 * smaller id becomes the root). Components as a matrix-vector multiplication have other labels: ids
 * compare as strings, and those below the largest that have no edges are components too. The
 * reference has 16 bytes per vertex. Computing and comparing need 60 bytes of memory per vertex,
 * none per edge.
 */
public final class ComponentsCheck implements Check {
  private static final int ENTRY = 2 * Long.BYTES;

  private final Configuration configuration;
  private final Path input;
  private final boolean matrixVector;
  private final Reference reference;
  private final Parts parts;

  /**
   * A check.
   *
   * @param matrixVector whether the components are those of a matrix-vector multiplication
   */
  public ComponentsCheck(
      Configuration configuration,
      Path input,
      Path output,
      boolean matrixVector,
      Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.matrixVector = matrixVector;
    String what = matrixVector ? "gimv-components" : "components";
    this.reference = new Reference(configuration, what, input, reference);
    this.parts = new Parts(configuration, output);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    ByteBuffer entries = ByteBuffer.wrap(reference.get(this::compute));
    LongIndex vertices = new LongIndex();
    long[] labels = new long[entries.capacity() / ENTRY];
    int components = 0;
    for (int i = 0; i < labels.length; i++) {
      long id = entries.getLong();
      vertices.add(id);
      labels[i] = entries.getLong();
      components += labels[i] == id ? 1 : 0;
    }
    new VertexCheck(parts, vertices)
        .compare(
            (vertex, text) -> {
              String label = Long.toString(labels[vertex]);
              return label.equals(text) ? null : label;
            });
    return labels.length + " vertices in " + components + " components";
  }

  /** A forest in which each root is the smallest id of its tree. */
  private static final class Forest implements EdgeInput.Edges {
    private final Comparator<Long> order;
    private final LongIndex vertices = new LongIndex();
    private int[] parents = new int[1 << 10];

    Forest(Comparator<Long> order) {
      this.order = order;
    }

    @Override
    public void edge(long source, long target) {
      int one = root(add(source));
      int other = root(add(target));
      if (order.compare(vertices.id(one), vertices.id(other)) < 0) {
        parents[other] = one;
      } else {
        parents[one] = other;
      }
    }

    int add(long id) {
      int before = vertices.size();
      int vertex = vertices.add(id);
      if (vertex == before) {
        if (vertex == parents.length) {
          parents = Arrays.copyOf(parents, 2 * vertex);
        }
        parents[vertex] = vertex;
      }
      return vertex;
    }

    int root(int vertex) {
      int at = vertex;
      while (parents[at] != at) {
        parents[at] = parents[parents[at]];
        at = parents[at];
      }
      return at;
    }
  }

  private void compute(OutputStream out) throws IOException, InterruptedException {
    Forest forest =
        new Forest(
            matrixVector
                ? Comparator.comparing(id -> Long.toString(id))
                : Comparator.naturalOrder());
    EdgeInput.read(configuration, input, forest);
    if (matrixVector) {
      for (long id = forest.vertices.largest(); id >= 0; id--) {
        forest.add(id);
      }
    }
    DataOutputStream data = new DataOutputStream(out);
    for (int i = 0; i < forest.vertices.size(); i++) {
      data.writeLong(forest.vertices.id(i));
      data.writeLong(forest.vertices.id(forest.root(i)));
    }
    data.flush();
  }
}
