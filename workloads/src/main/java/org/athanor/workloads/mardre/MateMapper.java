// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.athanor.workloads.reads.Read;

/** Marks reads as first or second mates, for the join in reduces. */
public final class MateMapper extends Mapper<LongWritable, Read, LongWritable, Mate> {
  private final Mate mate = new Mate();
  private Tally tally;

  @Override
  protected void setup(Context context) {
    boolean second = ((MateSplit) context.getInputSplit()).second();
    mate.setSecond(second);
    tally = second ? Tally.SECOND_MATES : Tally.READS;
  }

  @Override
  protected void map(LongWritable number, Read read, Context context)
      throws IOException, InterruptedException {
    mate.setRead(read);
    context.write(number, mate);
    context.getCounter(tally).increment(1);
  }
}
