// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.athanor.workloads.reads.Read;

/**
 * Drops reads with other letters than A, C, G, T, with another number of qualities than bases, or
 * that are too short. Lower-case letters become upper-case ones.
 */
public final class PreProcess extends MapReduceBase
    implements Mapper<LongWritable, Read, LongWritable, ReadMessage> {
  private final ReadMessage message = new ReadMessage();
  private Limits limits;

  @Override
  public void configure(JobConf job) {
    limits = Limits.of(job);
  }

  @Override
  public void map(
      LongWritable position,
      Read read,
      OutputCollector<LongWritable, ReadMessage> output,
      Reporter reporter)
      throws IOException {
    reporter.incrCounter(Tally.READS, 1);
    int length = read.bases().getLength();
    if (limits.tooShort(length)
        || read.qualities().getLength() != length
        || !normalise(read.bases().getBytes(), length)) {
      reporter.incrCounter(Tally.DROPPED, 1);
      return;
    }
    message.setRead(read, true);
    output.collect(position, message);
  }

  private static boolean normalise(byte[] bases, int length) {
    for (int i = 0; i < length; i++) {
      byte letter = (byte) Character.toUpperCase(bases[i]);
      if (letter != 'A' && letter != 'C' && letter != 'G' && letter != 'T') {
        return false;
      }
      bases[i] = letter;
    }
    return true;
  }
}
