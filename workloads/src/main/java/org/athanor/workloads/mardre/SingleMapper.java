// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.athanor.workloads.reads.Read;

/** Maps reads to fragments. */
public final class SingleMapper extends Mapper<LongWritable, Read, FragmentKey, Fragment> {
  private FragmentMaker maker;

  @Override
  protected void setup(Context context) {
    maker = new FragmentMaker(context.getConfiguration());
  }

  @Override
  protected void map(LongWritable position, Read read, Context context)
      throws IOException, InterruptedException {
    maker.single(position.get(), read);
    context.write(maker.key(), maker.fragment());
  }
}
