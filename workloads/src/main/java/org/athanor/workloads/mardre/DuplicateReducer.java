// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
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

  /** The fragments of a key, by how many bases of them the key has. */
  private final SortedMap<Integer, Cluster> clusters = new TreeMap<>();

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
    clusters.clear();
    long count = 0;
    for (Fragment fragment : fragments) {
      // A read that is shorter than the prefix has the number of one that begins with more A.
      clusters
          .computeIfAbsent(fragment.first().prefix(), bases -> new Cluster(rule.mismatches()))
          .add(fragment);
      count++;
    }
    long kept = 0;
    for (Cluster cluster : clusters.values()) {
      for (Fragment fragment : cluster.kept()) {
        write(key.prefix(), fragment, context);
      }
      kept += cluster.kept().size();
    }
    context.getCounter(Tally.COMPARED).increment(count);
    context.getCounter(Tally.KEPT).increment(kept);
  }

  private void write(long prefix, Fragment kept, Context context)
      throws IOException, InterruptedException {
    kept.first().restore(prefix, read);
    format.print(read, lines);
    if (!kept.paired()) {
      context.write(NullWritable.get(), lines);
      return;
    }
    mates.write(FIRST, NullWritable.get(), lines);
    kept.second().restore(0, read);
    format.print(read, lines);
    mates.write(SECOND, NullWritable.get(), lines);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    mates.close();
  }
}
