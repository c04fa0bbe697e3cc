// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.athanor.workloads.lines.LineSource;

/** The same as {@link ReadInputFormat} in Hadoop's older API. */
public final class OldReadInputFormat extends FileInputFormat<LongWritable, Read> {
  private JobConf configuration = new JobConf(false);

  @Override
  protected boolean isSplitable(FileSystem files, Path file) {
    return LineSource.splittable(configuration, file);
  }

  @Override
  public InputSplit[] getSplits(JobConf job, int wanted) throws IOException {
    configuration = job;
    InputSplit[] splits = super.getSplits(job, wanted);
    Map<Path, Integer> files =
        ReadInputFormat.indices(Arrays.stream(splits).map(split -> ((FileSplit) split).getPath()));
    for (int i = 0; i < splits.length; i++) {
      FileSplit section = (FileSplit) splits[i];
      splits[i] = new OldReadSplit(section, files.get(section.getPath()));
    }
    return splits;
  }

  @Override
  public RecordReader<LongWritable, Read> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    OldReadSplit section = (OldReadSplit) split;
    ReadScanner scanner =
        ReadScanner.open(
            job,
            section.getPath(),
            section.getStart(),
            section.getLength(),
            ReadInputFormat.format(job));
    return new OldReader(scanner, section);
  }

  private static final class OldReader implements RecordReader<LongWritable, Read> {
    private final ReadScanner scanner;
    private final OldReadSplit section;

    OldReader(ReadScanner scanner, OldReadSplit section) {
      this.scanner = scanner;
      this.section = section;
    }

    @Override
    public boolean next(LongWritable position, Read read) throws IOException {
      if (!scanner.next(read)) {
        return false;
      }
      position.set(ReadInputFormat.position(section.fileIndex(), scanner.offset()));
      return true;
    }

    @Override
    public LongWritable createKey() {
      return new LongWritable();
    }

    @Override
    public Read createValue() {
      return new Read();
    }

    @Override
    public long getPos() {
      return scanner.offset();
    }

    @Override
    public float getProgress() throws IOException {
      return scanner.progress();
    }

    @Override
    public void close() throws IOException {
      scanner.close();
    }
  }
}
