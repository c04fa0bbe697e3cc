// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.athanor.workloads.reads.Read;

/** Writes the reads of a section to files of their segments, below the directory of their mates. */
public final class SegmentMapper extends Mapper<LongWritable, Read, LongWritable, Read> {
  /** The named output. */
  static final String SEGMENT = "segment";

  private MultipleOutputs<LongWritable, Read> outputs;
  private MateSplit section;
  private Tally tally;

  /** Number of cuts before the current read. */
  private int passed;

  private String path;

  @Override
  protected void setup(Context context) {
    outputs = new MultipleOutputs<>(context);
    section = (MateSplit) context.getInputSplit();
    tally = section.second() ? Tally.SECOND_MATES : Tally.READS;
    path = path();
  }

  private String path() {
    String directory = section.second() ? DuplicateReducer.SECOND : DuplicateReducer.FIRST;
    return String.format(
        Locale.ROOT, "%s/%s-%08d", directory, SEGMENT, section.firstSegment() + passed);
  }

  @Override
  protected void map(LongWritable number, Read read, Context context)
      throws IOException, InterruptedException {
    int before = passed;
    while (passed < section.cuts().length && number.get() >= section.cuts()[passed]) {
      passed++;
    }
    if (passed > before) {
      path = path();
      // Ends the file of the segment before; otherwise all would be open, each with its buffers.
      outputs.close();
      outputs = new MultipleOutputs<>(context);
    }
    outputs.write(SEGMENT, number, read, path);
    context.getCounter(tally).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    outputs.close();
  }
}
