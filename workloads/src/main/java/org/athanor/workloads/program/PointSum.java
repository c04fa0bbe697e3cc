// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.Serializable;

/** Sum and number of the points of a centroid. Not thread-safe. */
public final class PointSum implements Serializable {
  private static final long serialVersionUID = 1;
  private final double[] sum;
  private long count;

  public PointSum(int dimension) {
    this(new double[dimension], 0);
  }

  public PointSum(double[] sum, long count) {
    this.sum = sum;
    this.count = count;
  }

  public void add(double[] point) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += point[i];
    }
    count++;
  }

  /** Adds another sum; returns this. */
  public PointSum add(PointSum other) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other.sum[i];
    }
    count += other.count;
    return this;
  }

  public long count() {
    return count;
  }

  /** Returns the sum, not a copy. */
  public double[] sum() {
    return sum;
  }

  /** Returns the mean; all coordinates are NaN if no point was added. */
  public double[] mean() {
    double[] mean = new double[sum.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = sum[i] / count;
    }
    return mean;
  }
}
