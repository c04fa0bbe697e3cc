// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.athanor.workloads.reads.Read;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.reads.ReadInputFormat;

/** Removes duplicates from the fragments of each prefix. Mates are written to separate files. */
public final class DuplicateReducer extends Reducer<FragmentKey, Fragment, NullWritable, Text> {
  /** The named output of first mates. */
  static final String FIRST = "first";

  /** The named output of second mates. */
  static final String SECOND = "second";

  private final Read read = new Read();
  private final Text lines = new Text();
  private Rule rule;
  private ReadFormat format;
  private MultipleOutputs<NullWritable, Text> mates;

  @Override
  protected void setup(Context context) {
    rule = Rule.of(context.getConfiguration());
    format = ReadInputFormat.format(context.getConfiguration());
    mates = new MultipleOutputs<>(context);
  }

  @Override
  protected void reduce(FragmentKey key, Iterable<Fragment> fragments, Context context)
      throws IOException, InterruptedException {
    Cluster cluster = new Cluster(rule.mismatches());
    long count = 0;
    for (Fragment fragment : fragments) {
      cluster.add(fragment);
      count++;
    }
    for (Fragment kept : cluster.kept()) {
      kept.first().restore(key.prefix(), read);
      format.print(read, lines);
      if (!kept.paired()) {
        context.write(NullWritable.get(), lines);
        continue;
      }
      mates.write(FIRST, NullWritable.get(), lines);
      kept.second().restore(0, read);
      format.print(read, lines);
      mates.write(SECOND, NullWritable.get(), lines);
    }
    context.getCounter(Tally.COMPARED).increment(count);
    context.getCounter(Tally.KEPT).increment(cluster.kept().size());
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    mates.close();
  }
}
