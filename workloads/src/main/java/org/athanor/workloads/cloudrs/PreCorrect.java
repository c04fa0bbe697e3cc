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

/** Finds wrong bases in the middle of windows of 25 bases; see {@link WindowStack}. */
final class PreCorrect {
  private static final int HALF = Kmers.K / 2;

  private PreCorrect() {}

  /** Writes each base with twelve others before and after it, under these 24. */
  public static final class Map extends MapReduceBase
      implements Mapper<LongWritable, ReadMessage, LongWritable, Vote> {
    private static final long RIGHT = (1L << (2 * HALF)) - 1;

    private final LongWritable window = new LongWritable();
    private final Vote vote = new Vote();
    private StopList stops;

    @Override
    public void configure(JobConf job) {
      stops = new StopList(job);
    }

    @Override
    public void map(
        LongWritable position,
        ReadMessage message,
        OutputCollector<LongWritable, Vote> output,
        Reporter reporter)
        throws IOException {
      Read read = message.read();
      byte[] bases = read.bases().getBytes();
      byte[] qualities = read.qualities().getBytes();
      long[] kmers = Kmers.of(bases, read.bases().getLength());
      for (int i = 0; i + 1 < kmers.length; i++) {
        // The first twelve bases of one sequence, and the last twelve of the next.
        long around = (kmers[i] & ~RIGHT) | (kmers[i + 1] & RIGHT);
        if (Kmers.useless(around) || stops.contains(kmers[i]) || stops.contains(kmers[i + 1])) {
          continue;
        }
        long canonical = Kmers.canonical(around);
        boolean reversed = canonical != around;
        int middle = i + HALF;
        int base = Kmers.code(bases[middle]);
        vote.set(
            position.get(),
            middle,
            reversed,
            reversed ? 3 - base : base,
            Limits.quality(qualities[middle]));
        window.set(canonical);
        output.collect(window, vote);
      }
    }
  }

  /** Writes what wrong bases should be. */
  public static final class Reduce extends MapReduceBase
      implements Reducer<LongWritable, Vote, LongWritable, ReadMessage> {
    private final LongWritable position = new LongWritable();
    private final ReadMessage message = new ReadMessage();
    private Limits limits;

    @Override
    public void configure(JobConf job) {
      limits = Limits.of(job);
    }

    @Override
    public void reduce(
        LongWritable window,
        Iterator<Vote> votes,
        OutputCollector<LongWritable, ReadMessage> output,
        Reporter reporter)
        throws IOException {
      WindowStack stack = new WindowStack(limits.largestStack());
      votes.forEachRemaining(stack::add);
      for (Vote wrong : stack.wrong()) {
        int right = wrong.reversed() ? 3 - stack.winner() : stack.winner();
        position.set(wrong.read());
        message.setBase(ReadMessage.Kind.FIX, wrong.offset(), right);
        output.collect(position, message);
      }
    }
  }
}
