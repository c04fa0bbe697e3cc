// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.athanor.workloads.reads.Read;

/** Finds reads with a sequence of 24 bases that at most two reads have: these are not trusted. */
final class KmerFrequency {
  private KmerFrequency() {}

  /** Writes the position of a read under each of its sequences, once. */
  public static final class Map extends MapReduceBase
      implements Mapper<LongWritable, ReadMessage, LongWritable, LongWritable> {
    private final LongWritable kmer = new LongWritable();

    @Override
    public void map(
        LongWritable position,
        ReadMessage message,
        OutputCollector<LongWritable, LongWritable> output,
        Reporter reporter)
        throws IOException {
      Read read = message.read();
      Set<Long> known = new HashSet<>();
      for (long forward : Kmers.of(read.bases().getBytes(), read.bases().getLength())) {
        kmer.set(Kmers.canonical(forward));
        if (known.add(kmer.get())) {
          output.collect(kmer, position);
        }
      }
    }
  }

  /** Writes news to the reads of rare sequences. */
  public static final class Reduce extends MapReduceBase
      implements Reducer<LongWritable, LongWritable, LongWritable, ReadMessage> {
    private static final int RARE = 2;

    private final long[] positions = new long[RARE];
    private final LongWritable position = new LongWritable();
    private final ReadMessage message = new ReadMessage();

    @Override
    public void reduce(
        LongWritable kmer,
        Iterator<LongWritable> reads,
        OutputCollector<LongWritable, ReadMessage> output,
        Reporter reporter)
        throws IOException {
      int count = 0;
      for (; reads.hasNext(); count++) {
        long read = reads.next().get();
        if (count == RARE) {
          return;
        }
        positions[count] = read;
      }
      message.setUntrusted();
      for (int i = 0; i < count; i++) {
        position.set(positions[i]);
        output.collect(position, message);
      }
    }
  }
}
