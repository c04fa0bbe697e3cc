// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes all values. */
public final class WritingReducer extends Reducer<Text, BytesWritable, Text, BytesWritable> {
  private int done;

  @Override
  protected void setup(Context context) throws IOException, InterruptedException {
    HistoryJob.pass(context, "begins");
  }

  @Override
  protected void reduce(Text key, Iterable<BytesWritable> values, Context context)
      throws IOException, InterruptedException {
    if (done++ == 3) {
      HistoryJob.pass(context, "reduces");
    }
    for (BytesWritable value : values) {
      context.getCounter(HistoryJob.COUNTERS, "reduced").increment(1);
      context.write(key, value);
    }
  }
}
