// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.risk;

import org.athanor.storage.check.Checks;

/**
 * The probability that a cluster loses data (K. Ravindranathan, 2015, section 5.3.7, equations 5.3
 * to 5.6). Nodes fail independently within a time T with probability p = 1 − e^(−T / MTBF), and no
 * replica is made again in that time.
 *
 * <pre>
 * P(f nodes fail)           = C(n, f) · p^f · (1 − p)^(n − f)
 * P(b blocks survive f)     = (1 − C(f, r) / C(n, r))^b
 * P(loss)                   = 1 − Σ P(f nodes fail) · P(b blocks survive f)
 * </pre>
 *
 * <p>Table 5.1 of the text gives no b. Its rows are those for so many blocks that each set of r
 * nodes holds all replicas of some block: P(loss) = P(r or more nodes fail), {@link #ofManyBlocks}.
 * Most rows are that value with its last digits cut off. Four are 0.7 to 5 % lower than it: 6.44e-2
 * should be 6.49e-2, 3.86e-3 should be 3.89e-3, 9.7e-4 should be 1.00e-3, 1.42e-5 should be
 * 1.49e-5.
 *
 * <p>Sums have only positive terms, so that also very small probabilities are exact to about 10
 * digits.
 */
public final class DataLoss {
  private static final double DAYS_PER_YEAR = 365;

  private final int nodes;
  private final double failure;

  private DataLoss(int nodes, double failure) {
    this.nodes = nodes;
    this.failure = failure;
  }

  /**
   * The risk of a cluster.
   *
   * @param nodes n, from 1
   * @param mtbfYears mean time between failures of a node in years of 365 days, above 0; 3 for a
   *     node of Hadoop, 6 for a storage server in the text
   * @param days T in days, above 0
   */
  public static DataLoss of(int nodes, double mtbfYears, double days) {
    Checks.atLeast(1, "nodes", nodes);
    Checks.positive("mtbfYears", mtbfYears);
    Checks.positive("days", days);
    return new DataLoss(nodes, -Math.expm1(-days / (DAYS_PER_YEAR * mtbfYears)));
  }

  /** The probability p that a node fails within T. */
  public double failureOfNode() {
    return failure;
  }

  /**
   * The probability that at least r nodes fail, which is that of loss if there are so many blocks
   * that each set of r nodes holds all replicas of one. An upper bound for any number of blocks.
   *
   * @param replicas r, from 1; 0 is returned if it is more than the number of nodes
   */
  public double ofManyBlocks(int replicas) {
    return sum(replicas, failed -> 1);
  }

  /**
   * The probability that at least one of b blocks is lost whose replicas are on random nodes.
   *
   * @param replicas r, from 1 to the number of nodes
   * @param blocks b, from 0
   */
  public double ofBlocks(int replicas, long blocks) {
    if (replicas > nodes) {
      throw new IllegalArgumentException("replicas=" + replicas + ": must be from 1 to " + nodes);
    }
    if (blocks < 0) {
      throw new IllegalArgumentException("blocks=" + blocks + ": must be 0 or more");
    }
    return sum(replicas, failed -> lossAfter(failed, replicas, blocks));
  }

  private interface LossAfter {
    double given(int failed);
  }

  private double sum(int replicas, LossAfter loss) {
    if (replicas < 1) {
      throw new IllegalArgumentException("replicas=" + replicas + ": must be 1 or more");
    }
    if (failure == 1) {
      return replicas > nodes ? 0 : loss.given(nodes);
    }
    double sum = 0;
    double logTerm = nodes * Math.log1p(-failure);
    double logOdds = Math.log(failure) - Math.log1p(-failure);
    for (int failed = 0; failed <= nodes; failed++) {
      if (failed >= replicas) {
        sum += Math.exp(logTerm) * loss.given(failed);
      }
      logTerm += Math.log(nodes - failed) - Math.log(failed + 1.0) + logOdds;
    }
    return Math.min(1, sum);
  }

  /** 1 − (1 − C(f, r) / C(n, r))^b. */
  private double lossAfter(int failed, int replicas, long blocks) {
    double lost = 1;
    for (int i = 0; i < replicas; i++) {
      lost *= (double) (failed - i) / (nodes - i);
    }
    return lost >= 1 ? (blocks > 0 ? 1 : 0) : -Math.expm1(blocks * Math.log1p(-lost));
  }
}
