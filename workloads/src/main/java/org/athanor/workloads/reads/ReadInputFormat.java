// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.athanor.workloads.lines.LineSource;

/**
 * Reads in files of FASTQ or FASTA, compressed files too. The key is the position of the read in
 * the input: the index of its file, times 2⁴⁴, plus its offset. Files that are not compressed are
 * cut anywhere.
 */
public final class ReadInputFormat extends FileInputFormat<LongWritable, Read> {
  private static final String FORMAT = "reads.format";
  private static final int OFFSET_BITS = 44;

  /** Sets the format of all files of an input. */
  public static void setFormat(Configuration configuration, ReadFormat format) {
    configuration.setEnum(FORMAT, format);
  }

  /** Returns the format of all files of an input. */
  public static ReadFormat format(Configuration configuration) {
    return configuration.getEnum(FORMAT, ReadFormat.FASTQ);
  }

  /** Returns the position of a read in an input. */
  static long position(int fileIndex, long offset) {
    return ((long) fileIndex << OFFSET_BITS) + offset;
  }

  /** Returns the index of each file, in the order of the paths. */
  static Map<Path, Integer> indices(Stream<Path> files) {
    Map<Path, Integer> indices = new HashMap<>();
    files.distinct().sorted().forEach(file -> indices.put(file, indices.size()));
    return indices;
  }

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return LineSource.splittable(context.getConfiguration(), file);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    List<InputSplit> splits = new ArrayList<>(super.getSplits(context));
    Map<Path, Integer> files = indices(splits.stream().map(split -> ((FileSplit) split).getPath()));
    for (int i = 0; i < splits.size(); i++) {
      FileSplit split = (FileSplit) splits.get(i);
      Path file = split.getPath();
      splits.set(
          i,
          new ReadSplit(
              file, split.getStart(), split.getLength(), split.getLocations(), files.get(file)));
    }
    return splits;
  }

  @Override
  public RecordReader<LongWritable, Read> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new ReadReader();
  }

  private static final class ReadReader extends RecordReader<LongWritable, Read> {
    private final LongWritable position = new LongWritable();
    private final Read read = new Read();
    private ReadScanner scanner;
    private int fileIndex;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      ReadSplit section = (ReadSplit) split;
      Configuration configuration = context.getConfiguration();
      fileIndex = section.fileIndex();
      scanner =
          ReadScanner.open(
              configuration,
              section.getPath(),
              section.getStart(),
              section.getLength(),
              format(configuration));
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (!scanner.next(read)) {
        return false;
      }
      position.set(position(fileIndex, scanner.offset()));
      return true;
    }

    @Override
    public LongWritable getCurrentKey() {
      return position;
    }

    @Override
    public Read getCurrentValue() {
      return read;
    }

    @Override
    public float getProgress() throws IOException {
      return scanner.progress();
    }

    @Override
    public void close() throws IOException {
      if (scanner != null) {
        scanner.close();
      }
    }
  }
}
