// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * Graphs with expected degrees that follow a power law (Chung and Lu, 2002): source and target of
 * an edge are drawn independently, the vertex of rank k with probability proportional to k^−s. The
 * number of vertices with degree d is proportional to d^−γ with γ = 1 + 1/s; the default s = 0.8
 * gives γ = 2.25. In- and out-degrees are independent. Edges may be repeated and may be loops.
 */
final class PowerLawGenerator extends GraphGenerator {
  private final double exponent;
  private final Zipf ranks;

  PowerLawGenerator(Options options) {
    super(options, false);
    exponent = options.exponent(0.8);
    ranks = new Zipf(1L << scale(), exponent);
  }

  @Override
  public String identity() {
    return "powerlaw scale=" + scale() + " exponent=" + exponent;
  }

  @Override
  EdgeSource edges() {
    return (random, edge) -> {
      edge[0] = ranks.next(random);
      edge[1] = ranks.next(random);
    };
  }
}
