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
 * Checks PageRank as a matrix-vector multiplication against a plain computation over arrays, with
 * the tolerance of {@link PageRankCheck}. The output says how many iterations there were: as many
 * as allowed, or so many that no rank has changed by more than 1/(10 N) in the last one. The sum of
 * the program may differ in the last bits, so that this is tested with the same tolerance.
 *
 * <p>The reference has 8 bytes per id up to the largest, and those of the last change. Computing it
 * needs 8 bytes of memory per edge and 50 per id.
 */
public final class GimvPageRankCheck implements Check {
  private final Configuration configuration;
  private final Path input;
  private final int limit;
  private final int iterations;
  private final Reference reference;
  private final Parts parts;

  /**
   * A check.
   *
   * @param limit number of iterations that are allowed
   * @throws WrongOutputException if the output does not say how many there were
   */
  public GimvPageRankCheck(
      Configuration configuration, Path input, Path output, int limit, Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.limit = limit;
    this.parts = new Parts(configuration, output);
    this.iterations = Convergence.iterations(configuration, output, limit);
    this.reference =
        new Reference(configuration, "gimv-pagerank iterations=" + iterations, input, reference);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    ByteBuffer entries = ByteBuffer.wrap(reference.get(this::compute));
    double change = entries.getDouble();
    double[] ranks = new double[entries.remaining() / Double.BYTES];
    entries.asDoubleBuffer().get(ranks);
    double least = 0.1 / ranks.length;
    if (iterations < limit && change > least * (1 + PageRankCheck.TOLERANCE)) {
      throw new WrongOutputException(
          "the iterations end after "
              + iterations
              + " of "
              + limit
              + ", in which a rank changes by "
              + change
              + "; must be at most "
              + least);
    }
    LongIndex vertices = new LongIndex();
    for (int id = 0; id < ranks.length; id++) {
      vertices.add(id);
    }
    new VertexCheck(parts, vertices)
        .compare(
            (vertex, text) -> {
              double error = PageRankCheck.TOLERANCE * ranks[vertex];
              return Math.abs(PageRankCheck.number(text) - ranks[vertex]) <= error
                  ? null
                  : ranks[vertex] + " ± " + error;
            });
    return ranks.length + " ranks after " + iterations + " iterations";
  }

  private void compute(OutputStream out) throws IOException, InterruptedException {
    PageRankCheck.Graph graph = new PageRankCheck.Graph();
    EdgeInput.read(configuration, input, graph);
    int count = (int) (graph.vertices.largest() + 1);
    for (int id = 0; id < count; id++) {
      graph.vertices.add(id);
    }
    int[] outDegrees = graph.outDegrees();
    double[] ranks = new double[count];
    double[] received = new double[count];
    Arrays.fill(ranks, 1.0 / count);
    double change = 0;
    for (int iteration = 0; iteration < iterations; iteration++) {
      Arrays.fill(received, 0);
      for (int i = 0; i < graph.edges; i++) {
        int source = graph.sources[i];
        received[graph.targets[i]] += ranks[source] / outDegrees[source];
      }
      change = 0;
      for (int i = 0; i < count; i++) {
        double rank = (1 - PageRankCheck.DAMPING) / count + PageRankCheck.DAMPING * received[i];
        change = Math.max(change, Math.abs(rank - ranks[i]));
        ranks[i] = rank;
      }
    }
    DataOutputStream data = new DataOutputStream(out);
    data.writeDouble(change);
    for (int id = 0; id < count; id++) {
      data.writeDouble(ranks[graph.vertices.get(id)]);
    }
    data.flush();
  }
}
