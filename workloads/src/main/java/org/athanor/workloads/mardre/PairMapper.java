// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.join.TupleWritable;
import org.athanor.workloads.reads.Read;

/** Maps joined mates to fragments. */
public final class PairMapper extends Mapper<LongWritable, TupleWritable, FragmentKey, Fragment> {
  private FragmentMaker maker;

  @Override
  protected void setup(Context context) {
    maker = new FragmentMaker(context.getConfiguration());
  }

  @Override
  protected void map(LongWritable number, TupleWritable mates, Context context)
      throws IOException, InterruptedException {
    maker.pair(number.get(), (Read) mates.get(0), (Read) mates.get(1));
    context.write(maker.key(), maker.fragment());
  }
}
