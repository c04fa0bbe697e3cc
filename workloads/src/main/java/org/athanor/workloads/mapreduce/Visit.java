// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A value of the join by page: the rank of a page, or visitor and revenue of a visit. Serialised
 * form: rank (variable length), text, revenue (8 bytes); those that do not apply are zero or empty.
 */
public final class Visit implements Writable {
  private final Text address = new Text();
  private int rank;
  private double revenue;

  /** Sets the rank of a page. */
  void set(int newRank) {
    rank = newRank;
    revenue = 0;
    address.clear();
  }

  /** Sets the revenue of a visit, and returns the visitor's address to be filled in. */
  Text of(double newRevenue) {
    rank = 0;
    revenue = newRevenue;
    return address;
  }

  int rank() {
    return rank;
  }

  double revenue() {
    return revenue;
  }

  Text address() {
    return address;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, rank);
    address.write(out);
    out.writeDouble(revenue);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rank = WritableUtils.readVInt(in);
    address.readFields(in);
    revenue = in.readDouble();
  }
}
