// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/** Lines of {@code source<TAB>target}, vertices from 0 to 2^scale − 1. */
abstract class GraphGenerator implements Generator {
  /** Edges per vertex, as in Graph500. */
  private static final int EDGE_FACTOR = 16;

  private static final long SOURCES = -1;
  private static final long TARGETS = -2;

  private final Quota quota;
  private final long seed;
  private final int scale;
  private final Permutation sourceNames;
  private final Permutation targetNames;

  /**
   * A graph.
   *
   * @param sameNames whether sources and targets of the model have the same permutation of ids
   */
  GraphGenerator(Options options, boolean sameNames) {
    scale = options.scale(GraphGenerator::scale);
    quota = options.quota(bytesPerEdge(scale));
    seed = options.seed();
    sourceNames = new Permutation(scale, seed, SOURCES);
    targetNames = sameNames ? sourceNames : new Permutation(scale, seed, TARGETS);
  }

  final int scale() {
    return scale;
  }

  /**
   * Returns the largest scale at which so many bytes, or edges, give at least 16 edges per vertex.
   */
  private static int scale(long bytes, long edges) {
    int scale = 1;
    while (scale < 40
        && EDGE_FACTOR * Math.scalb(1.0, scale + 1)
            <= (edges == Long.MAX_VALUE ? bytes / bytesPerEdge(scale + 1) : edges)) {
      scale++;
    }
    return scale;
  }

  private static double bytesPerEdge(int scale) {
    double vertices = Math.scalb(1.0, scale);
    double digits = 1;
    for (double bound = 10; bound < vertices; bound *= 10) {
      digits += 1 - bound / vertices;
    }
    return 2 * digits + 2;
  }

  @Override
  public final Quota quota() {
    return quota;
  }

  /** Draws edges. */
  interface EdgeSource {
    /** Stores source and target in {@code edge}. */
    void draw(SplitMix random, long[] edge);
  }

  abstract EdgeSource edges();

  @Override
  public final RecordSource part(int part, long firstRecord) {
    SplitMix random = new SplitMix(seed, part);
    EdgeSource edges = edges();
    long[] edge = new long[2];
    return out -> {
      edges.draw(random, edge);
      out.putDecimal(sourceNames.of(edge[0]));
      out.put((byte) '\t');
      out.putDecimal(targetNames.of(edge[1]));
      out.put((byte) '\n');
    };
  }
}
