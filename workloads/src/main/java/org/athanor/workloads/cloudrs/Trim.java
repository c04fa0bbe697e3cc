// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.athanor.workloads.reads.Read;

/**
 * Cuts off the last bases of a read as long as their quality is at most 2, with which Illumina's
 * software marks ends that must not be used. Drops reads that are too short then.
 */
public final class Trim extends MapReduceBase
    implements Mapper<LongWritable, ReadMessage, LongWritable, ReadMessage> {
  private Limits limits;

  @Override
  public void configure(JobConf job) {
    limits = Limits.of(job);
  }

  @Override
  public void map(
      LongWritable position,
      ReadMessage message,
      OutputCollector<LongWritable, ReadMessage> output,
      Reporter reporter)
      throws IOException {
    Read read = message.read();
    byte[] qualities = read.qualities().getBytes();
    int length = read.qualities().getLength();
    int end = length;
    while (end > 0 && Limits.quality(qualities[end - 1]) <= Limits.TRIMMED_QUALITY) {
      end--;
    }
    if (limits.tooShort(end)) {
      reporter.incrCounter(Tally.DROPPED, 1);
      return;
    }
    if (end < length) {
      cut(read.bases(), end);
      cut(read.qualities(), end);
      reporter.incrCounter(Tally.TRIMMED, length - end);
    }
    output.collect(position, message);
  }

  private static void cut(Text text, int end) {
    text.set(text.copyBytes(), 0, end);
  }
}
