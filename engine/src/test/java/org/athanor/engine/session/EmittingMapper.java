// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Emits what it reads. */
public final class EmittingMapper extends Mapper<Text, BytesWritable, Text, BytesWritable> {
  private int done;

  @Override
  protected void setup(Context context) throws IOException, InterruptedException {
    HistoryJob.pass(context, "begins");
  }

  @Override
  protected void map(Text key, BytesWritable value, Context context)
      throws IOException, InterruptedException {
    if (done++ == 10) {
      HistoryJob.pass(context, "maps");
    }
    context.getCounter(HistoryJob.COUNTERS, "mapped").increment(1);
    context.write(key, value);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    HistoryJob.pass(context, "ends");
  }
}
