// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Checks connected components for exact equality with union-find (Tarjan, 1975; path halving, the
 * smaller id becomes the root). The reference has 16 bytes per vertex. Computing and comparing need
 * 60 bytes of memory per vertex, none per edge.
 */
public final class ComponentsCheck implements Check {
  private static final int ENTRY = 2 * Long.BYTES;

  private final Configuration configuration;
  private final Path input;
  private final Reference reference;
  private final Parts parts;

  public ComponentsCheck(
      Configuration configuration, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.reference = new Reference(configuration, "components", input, reference);
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
    private final LongIndex vertices = new LongIndex();
    private int[] parents = new int[1 << 10];

    @Override
    public void edge(long source, long target) {
      int one = root(add(source));
      int other = root(add(target));
      if (vertices.id(one) < vertices.id(other)) {
        parents[other] = one;
      } else {
        parents[one] = other;
      }
    }

    private int add(long id) {
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
    Forest forest = new Forest();
    EdgeInput.read(configuration, input, forest);
    DataOutputStream data = new DataOutputStream(out);
    for (int i = 0; i < forest.vertices.size(); i++) {
      data.writeLong(forest.vertices.id(i));
      data.writeLong(forest.vertices.id(forest.root(i)));
    }
    data.flush();
  }
}
