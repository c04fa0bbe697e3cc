// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.reads.ReadInputFormat;

/** Writes reads in a format: FASTA the trusted ones only, other formats all. */
public final class Export extends MapReduceBase
    implements Mapper<LongWritable, ReadMessage, NullWritable, Text> {
  private final Text lines = new Text();
  private ReadFormat format;

  @Override
  public void configure(JobConf job) {
    format = ReadInputFormat.format(job);
  }

  @Override
  public void map(
      LongWritable position,
      ReadMessage message,
      OutputCollector<NullWritable, Text> output,
      Reporter reporter)
      throws IOException {
    if (message.trusted() || format != ReadFormat.FASTA) {
      format.print(message.read(), lines);
      output.collect(NullWritable.get(), lines);
    }
  }
}
