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

/** Finds wrong bases, and right ones of low quality, in stacks of reads; see {@link ReadStack}. */
final class FindError {
  private FindError() {}

  /** Writes a read under each of its seeds. */
  public static final class Map extends MapReduceBase
      implements Mapper<LongWritable, ReadMessage, LongWritable, StackRow> {
    private final LongWritable seed = new LongWritable();
    private final StackRow row = new StackRow();
    private Seeds seeds;

    @Override
    public void configure(JobConf job) {
      seeds = new Seeds(new StopList(job));
    }

    @Override
    public void map(
        LongWritable position,
        ReadMessage message,
        OutputCollector<LongWritable, StackRow> output,
        Reporter reporter)
        throws IOException {
      Read read = message.read();
      long[] kmers = Kmers.of(read.bases().getBytes(), read.bases().getLength());
      for (int offset : seeds.of(kmers)) {
        seed.set(Kmers.canonical(kmers[offset]));
        row.set(position.get(), read, offset, seed.get() != kmers[offset]);
        output.collect(seed, row);
      }
    }
  }

  /** Writes what bases should be, and which are right. */
  public static final class Reduce extends MapReduceBase
      implements Reducer<LongWritable, StackRow, LongWritable, ReadMessage> {
    private final LongWritable position = new LongWritable();
    private final ReadMessage message = new ReadMessage();
    private Limits limits;

    @Override
    public void configure(JobConf job) {
      limits = Limits.of(job);
    }

    @Override
    public void reduce(
        LongWritable seed,
        Iterator<StackRow> rows,
        OutputCollector<LongWritable, ReadMessage> output,
        Reporter reporter)
        throws IOException {
      ReadStack stack = new ReadStack(limits.largestStack());
      rows.forEachRemaining(stack::add);
      stack.judge(
          (kind, row, column, base) -> {
            position.set(row.read());
            message.setBase(kind, row.offset(column), row.inRead(base));
            output.collect(position, message);
          });
    }
  }
}
