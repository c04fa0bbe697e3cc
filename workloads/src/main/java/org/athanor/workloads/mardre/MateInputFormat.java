// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.athanor.workloads.reads.Read;
import org.athanor.workloads.reads.ReadInputFormat;
import org.athanor.workloads.reads.ReadSplit;

/**
 * The reads of both mates. The key is the number of the read among the first or the second mates,
 * from 0, if the reads of the sections have been counted; otherwise among those of its section.
 */
public final class MateInputFormat extends InputFormat<LongWritable, Read> {
  private static final String FIRST = "mardre.first";
  private static final String SECOND = "mardre.second";
  private static final String COUNTS = "mardre.counts";

  private final ReadInputFormat format = new ReadInputFormat();

  /** Sets the files or directories with the mates. */
  static void setInputs(Configuration configuration, Path first, Path second) {
    configuration.set(FIRST, first.toString());
    configuration.set(SECOND, second.toString());
  }

  /** Sets the numbers of reads in the sections, by their indices. */
  static void setCounts(Configuration configuration, long... counts) {
    List<String> words = new ArrayList<>();
    for (long count : counts) {
      words.add(Long.toString(count));
    }
    configuration.setStrings(COUNTS, words.toArray(String[]::new));
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    List<MateSplit> sections = new ArrayList<>();
    add(context, FIRST, false, sections);
    add(context, SECOND, true, sections);
    String[] counts = context.getConfiguration().getStrings(COUNTS, new String[0]);
    if (counts.length > 0) {
      long[] numbers = new long[counts.length];
      for (int i = 0; i < counts.length; i++) {
        numbers[i] = Long.parseLong(counts[i]);
      }
      Segments.number(sections, numbers);
    }
    return new ArrayList<>(sections);
  }

  private void add(JobContext context, String input, boolean second, List<MateSplit> sections)
      throws IOException {
    Job job = Job.getInstance(context.getConfiguration());
    FileInputFormat.setInputPaths(job, new Path(context.getConfiguration().get(input)));
    List<ReadSplit> splits = new ArrayList<>();
    format.getSplits(job).forEach(split -> splits.add((ReadSplit) split));
    splits.sort(Comparator.comparing(ReadSplit::fileIndex).thenComparing(ReadSplit::getStart));
    for (ReadSplit split : splits) {
      sections.add(new MateSplit(split, sections.size(), second));
    }
  }

  @Override
  public RecordReader<LongWritable, Read> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    MateSplit section = (MateSplit) split;
    return new NumberingReader(
        format.createRecordReader(section.reads(), context), section.firstNumber());
  }

  private static final class NumberingReader extends RecordReader<LongWritable, Read> {
    private final RecordReader<LongWritable, Read> reads;
    private final LongWritable number = new LongWritable();
    private long next;

    NumberingReader(RecordReader<LongWritable, Read> reads, long first) {
      this.reads = reads;
      next = first;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      reads.initialize(((MateSplit) split).reads(), context);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      number.set(next++);
      return reads.nextKeyValue();
    }

    @Override
    public LongWritable getCurrentKey() {
      return number;
    }

    @Override
    public Read getCurrentValue() throws IOException, InterruptedException {
      return reads.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
      return reads.getProgress();
    }

    @Override
    public void close() throws IOException {
      reads.close();
    }
  }
}
