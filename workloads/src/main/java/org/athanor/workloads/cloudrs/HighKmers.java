// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.athanor.workloads.reads.Read;

/**
 * Counts canonical sequences of 24 bases, and lists those that are more frequent than the limit.
 */
final class HighKmers {
  private HighKmers() {}

  /** Writes each sequence of a read. */
  public static final class Map extends MapReduceBase
      implements Mapper<LongWritable, ReadMessage, LongWritable, LongWritable> {
    private final LongWritable kmer = new LongWritable();
    private final LongWritable one = new LongWritable(1);

    @Override
    public void map(
        LongWritable position,
        ReadMessage message,
        OutputCollector<LongWritable, LongWritable> output,
        Reporter reporter)
        throws IOException {
      Read read = message.read();
      for (long forward : Kmers.of(read.bases().getBytes(), read.bases().getLength())) {
        kmer.set(Kmers.canonical(forward));
        output.collect(kmer, one);
      }
    }
  }

  /** Adds counts, and writes those that are above the limit. */
  public static final class Reduce extends MapReduceBase
      implements Reducer<LongWritable, LongWritable, LongWritable, LongWritable> {
    private final LongWritable sum = new LongWritable();
    private Limits limits;

    @Override
    public void configure(JobConf job) {
      limits = Limits.of(job);
    }

    @Override
    public void reduce(
        LongWritable kmer,
        Iterator<LongWritable> counts,
        OutputCollector<LongWritable, LongWritable> output,
        Reporter reporter)
        throws IOException {
      long total = 0;
      while (counts.hasNext()) {
        total += counts.next().get();
      }
      sum.set(total);
      if (total > limits.largestStack()) {
        output.collect(kmer, sum);
      }
    }
  }
}
