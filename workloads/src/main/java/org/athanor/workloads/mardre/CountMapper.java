// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.athanor.workloads.reads.Read;

/** Counts the reads of a section, and writes its index and this number. */
public final class CountMapper extends Mapper<LongWritable, Read, IntWritable, LongWritable> {
  private long count;

  @Override
  protected void map(LongWritable number, Read read, Context context) {
    count++;
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    int index = ((MateSplit) context.getInputSplit()).index();
    context.write(new IntWritable(index), new LongWritable(count));
  }
}
