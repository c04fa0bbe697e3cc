// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * Stochastic Kronecker (R-MAT) graphs with the parameters of Graph500: for each bit of the two ids,
 * a quadrant of the adjacency matrix is drawn with probabilities A = 0.57, B = 0.19, C = 0.19, D =
 * 0.05, in units of 2⁻¹⁶; then ids are permuted. Edges may be repeated and may be loops.
 */
final class KroneckerGenerator extends GraphGenerator {
  private static final int A = (int) Math.round(0.57 * 65536);
  private static final int B = A + (int) Math.round(0.19 * 65536);
  private static final int C = B + (int) Math.round(0.19 * 65536);

  KroneckerGenerator(Options options) {
    super(options, true);
  }

  @Override
  public String identity() {
    return "kronecker scale=" + scale();
  }

  @Override
  EdgeSource edges() {
    int levels = scale();
    return (random, edge) -> {
      long source = 0;
      long target = 0;
      long bits = 0;
      for (int level = 0; level < levels; level++) {
        // One random number is used for four levels.
        bits = (level & 3) == 0 ? random.next() : bits >>> 16;
        int draw = (int) bits & 0xFFFF;
        source = source << 1 | (draw >= B ? 1 : 0);
        target = target << 1 | (draw >= C || (draw >= A && draw < B) ? 1 : 0);
      }
      edge[0] = source;
      edge[1] = target;
    };
  }
}
