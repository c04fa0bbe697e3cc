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
 * Checks PageRank against a plain computation over arrays, with a relative tolerance of {@value
 * #TOLERANCE}. A rank is a sum of at most as many terms as the vertex has in-edges, and all terms
 * are positive. Summing in another order thus changes it by less than in-edges × 2⁻⁵³ per
 * iteration, which is less than 10⁻⁹ for up to a million in-edges and ten iterations even if all
 * errors add up. A lost or repeated edge changes ranks by much more.
 *
 * <p>The reference has 16 bytes per vertex. Computing it needs 8 bytes of memory per edge and 50
 * per vertex; comparing needs 60 per vertex.
 */
public final class PageRankCheck implements Check {
  static final double TOLERANCE = 1e-9;
  static final double DAMPING = 0.85;
  private static final int ENTRY = Long.BYTES + Double.BYTES;

  private final Configuration configuration;
  private final Path input;
  private final int iterations;
  private final Reference reference;
  private final Parts parts;

  public PageRankCheck(
      Configuration configuration,
      Path input,
      Path output,
      int iterations,
      Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.iterations = iterations;
    this.reference =
        new Reference(configuration, "pagerank iterations=" + iterations, input, reference);
    this.parts = new Parts(configuration, output);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    ByteBuffer entries = ByteBuffer.wrap(reference.get(this::compute));
    LongIndex vertices = new LongIndex();
    double[] ranks = new double[entries.capacity() / ENTRY];
    for (int i = 0; i < ranks.length; i++) {
      vertices.add(entries.getLong());
      ranks[i] = entries.getDouble();
    }
    new VertexCheck(parts, vertices)
        .compare(
            (vertex, text) -> {
              double rank = ranks[vertex];
              return Math.abs(number(text) - rank) <= TOLERANCE * rank
                  ? null
                  : rank + " ± " + TOLERANCE * rank;
            });
    return ranks.length + " ranks";
  }

  static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }

  /** The edges, as numbers of vertices. */
  static final class Graph implements EdgeInput.Edges {
    final LongIndex vertices = new LongIndex();
    int[] sources = new int[1 << 16];
    int[] targets = new int[1 << 16];
    int edges;

    @Override
    public void edge(long source, long target) {
      if (edges == sources.length) {
        int length = (int) Math.min(Integer.MAX_VALUE - 8, edges * 2L);
        sources = Arrays.copyOf(sources, length);
        targets = Arrays.copyOf(targets, length);
      }
      sources[edges] = vertices.add(source);
      targets[edges++] = vertices.add(target);
    }

    int[] outDegrees() {
      int[] degrees = new int[vertices.size()];
      for (int i = 0; i < edges; i++) {
        degrees[sources[i]]++;
      }
      return degrees;
    }
  }

  private void compute(OutputStream out) throws IOException, InterruptedException {
    Graph graph = new Graph();
    EdgeInput.read(configuration, input, graph);
    double[] ranks = ranks(graph, iterations);
    DataOutputStream data = new DataOutputStream(out);
    for (int i = 0; i < ranks.length; i++) {
      data.writeLong(graph.vertices.id(i));
      data.writeDouble(ranks[i]);
    }
    data.flush();
  }

  private static double[] ranks(Graph graph, int iterations) {
    int count = graph.vertices.size();
    int[] outDegrees = graph.outDegrees();
    double[] ranks = new double[count];
    double[] next = new double[count];
    Arrays.fill(ranks, 1.0 / count);
    for (int iteration = 0; iteration < iterations; iteration++) {
      double dangling = 0;
      for (int i = 0; i < count; i++) {
        dangling += outDegrees[i] == 0 ? ranks[i] : 0;
      }
      Arrays.fill(next, 0);
      for (int i = 0; i < graph.edges; i++) {
        int source = graph.sources[i];
        next[graph.targets[i]] += ranks[source] / outDegrees[source];
      }
      for (int i = 0; i < count; i++) {
        ranks[i] = (1 - DAMPING) / count + DAMPING * (next[i] + dangling / count);
      }
    }
    return ranks;
  }
}
