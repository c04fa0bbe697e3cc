// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Checks PageRank against a plain computation over arrays, with a relative tolerance of {@value
 * #TOLERANCE}. A rank is a sum of at most as many terms as the vertex has in-edges, and all terms
 * are positive. Summing in another order thus changes it by less than in-edges × 2⁻⁵³ per
 * iteration, which is less than 10⁻⁹ for up to a million in-edges and ten iterations even if all
 * errors add up. A lost or repeated edge changes ranks by much more.
 *
 * <p>If the iterations are to end when all ranks together change by no more than a tolerance, the
 * output must say that there were as many as {@link Convergence} demands. Two computations of the
 * change differ by less than {@link #changeError}.
 *
 * <p>The reference has 16 bytes per vertex, and 8 per iteration. Computing it needs 8 bytes of
 * memory per edge and 50 per vertex; comparing needs 60 per vertex.
 */
public final class PageRankCheck implements Check {
  static final double TOLERANCE = 1e-9;
  static final double DAMPING = 0.85;
  private static final int ENTRY = Long.BYTES + Double.BYTES;

  private final Configuration configuration;
  private final Path input;
  private final Convergence convergence;
  private final int iterations;
  private final Reference reference;
  private final Parts parts;

  /**
   * A check.
   *
   * @param limit number of iterations; with a tolerance, the number that is allowed
   * @param tolerance sum of the changes of all ranks of an iteration after which there must be
   *     none; empty if the number is fixed
   * @throws WrongOutputException if the output must say how many there were and does not
   */
  public PageRankCheck(
      Configuration configuration,
      Path input,
      Path output,
      int limit,
      OptionalDouble tolerance,
      Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.parts = new Parts(configuration, output);
    this.convergence =
        Convergence.of(
            configuration, output, limit, tolerance, "all ranks together change by ", false);
    this.iterations = convergence.iterations();
    this.reference =
        new Reference(
            configuration,
            "pagerank error, changes and ranks iterations=" + iterations,
            input,
            reference);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    ByteBuffer entries = ByteBuffer.wrap(reference.get(this::compute));
    double error = entries.getDouble();
    double[] changes = new double[iterations];
    for (int i = 0; i < iterations; i++) {
      changes[i] = entries.getDouble();
    }
    convergence.check(changes, error);
    LongIndex vertices = new LongIndex();
    double[] ranks = new double[entries.remaining() / ENTRY];
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
    return ranks.length + " ranks" + convergence.report();
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
      return degrees(sources);
    }

    int largestInDegree() {
      return Arrays.stream(degrees(targets)).max().orElse(0);
    }

    private int[] degrees(int[] ends) {
      int[] degrees = new int[vertices.size()];
      for (int i = 0; i < edges; i++) {
        degrees[ends[i]]++;
      }
      return degrees;
    }
  }

  /**
   * Returns the most by which the changes of two computations differ that add in different orders.
   *
   * <p>With u = 2⁻⁵³, N vertices and at most d in-edges, an iteration adds errors to the ranks of
   * at most 0.85 δ in sum, δ = (d + N + 8) u: a vertex receives a sum of d terms, which together
   * are at most 1, and all of them the same share of a sum of N terms. Errors of the ranks before
   * are passed on with the factor 0.85. So all errors of an iteration are below 0.85 / (1 − 0.85) δ
   * < 6 δ. A change has those of two iterations, and is a sum of N terms, together at most 2: 14 δ.
   * Two computations differ by twice that, and by no more than ranks may differ by.
   */
  static double changeError(long vertices, long largestInDegree) {
    double delta = (largestInDegree + vertices + 8) * Convergence.ROUNDING;
    return Math.min(2 * TOLERANCE, 28 * delta);
  }

  private void compute(OutputStream out) throws IOException, InterruptedException {
    Graph graph = new Graph();
    EdgeInput.read(configuration, input, graph);
    double[] changes = new double[iterations];
    double[] ranks = ranks(graph, changes);
    DataOutputStream data = new DataOutputStream(out);
    data.writeDouble(changeError(ranks.length, graph.largestInDegree()));
    for (double change : changes) {
      data.writeDouble(change);
    }
    for (int i = 0; i < ranks.length; i++) {
      data.writeLong(graph.vertices.id(i));
      data.writeDouble(ranks[i]);
    }
    data.flush();
  }

  /**
   * Computes ranks.
   *
   * @param changes takes the sum of the changes of each iteration; its length is their number
   */
  private static double[] ranks(Graph graph, double[] changes) {
    int count = graph.vertices.size();
    int[] outDegrees = graph.outDegrees();
    double[] ranks = new double[count];
    double[] next = new double[count];
    Arrays.fill(ranks, 1.0 / count);
    for (int iteration = 0; iteration < changes.length; iteration++) {
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
        double rank = (1 - DAMPING) / count + DAMPING * (next[i] + dangling / count);
        changes[iteration] += Math.abs(rank - ranks[i]);
        ranks[i] = rank;
      }
    }
    return ranks;
  }
}
