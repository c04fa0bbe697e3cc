// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Number of visits with their ranks and revenues added up. Serialised form: number and ranks
 * (variable length), revenue (8 bytes).
 */
public final class VisitSum implements Writable {
  private long visits;
  private long ranks;
  private double revenue;

  void set(long newVisits, long newRanks, double newRevenue) {
    visits = newVisits;
    ranks = newRanks;
    revenue = newRevenue;
  }

  void add(VisitSum other) {
    visits += other.visits;
    ranks += other.ranks;
    revenue += other.revenue;
  }

  double meanRank() {
    return (double) ranks / visits;
  }

  double revenue() {
    return revenue;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, visits);
    WritableUtils.writeVLong(out, ranks);
    out.writeDouble(revenue);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    visits = WritableUtils.readVLong(in);
    ranks = WritableUtils.readVLong(in);
    revenue = in.readDouble();
  }
}
