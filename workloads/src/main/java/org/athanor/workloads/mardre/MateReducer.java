// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Joins the two mates of a number, and writes them as a fragment. */
public final class MateReducer extends Reducer<LongWritable, Mate, FragmentKey, Fragment> {
  private final Mate first = new Mate();
  private final Mate second = new Mate();
  private FragmentMaker maker;

  @Override
  protected void setup(Context context) {
    maker = new FragmentMaker(context.getConfiguration());
  }

  @Override
  protected void reduce(LongWritable number, Iterable<Mate> mates, Context context)
      throws IOException, InterruptedException {
    int count = 0;
    for (Mate mate : mates) {
      // The object is reused for the next value, with the read that it gets here.
      (mate.second() ? second : first).exchange(mate);
      count++;
    }
    // A read without its mate is reported by the driver, which compares the numbers of both.
    if (count == 2) {
      maker.pair(number.get(), first.read(), second.read());
      context.write(maker.key(), maker.fragment());
    }
  }
}
