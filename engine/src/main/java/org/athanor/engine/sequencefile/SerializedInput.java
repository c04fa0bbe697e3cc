// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.athanor.engine.serialization.FieldWriter;
import org.athanor.engine.serialization.SerializedField;

/**
 * An input format for identity mappers that gives the records of {@link SequenceFileInputFormat} as
 * bytes, without making objects unless they are compressed. The bytes are those that the objects
 * would write.
 */
public final class SerializedInput
    extends SequenceFileInputFormat<SerializedField, SerializedField> {
  private static final String SKIP_CHECKSUM_ERRORS = "io.skip.checksum.errors";

  /** Returns whether a map with an identity mapper and sorted output can use this format. */
  public static boolean suits(TaskAttemptContext context)
      throws IOException, ClassNotFoundException {
    Configuration conf = context.getConfiguration();
    Class<?> format = context.getInputFormatClass();
    Class<?> partitioner = context.getPartitionerClass();
    return format == SequenceFileInputFormat.class
        && (context.getNumReduceTasks() == 1 || partitioner == HashPartitioner.class)
        && FieldWriter.isKnown(context.getMapOutputKeyClass(), conf)
        && FieldWriter.isKnown(context.getMapOutputValueClass(), conf)
        && !conf.getBoolean(SKIP_CHECKSUM_ERRORS, false);
  }

  @Override
  public RecordReader<SerializedField, SerializedField> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends RecordReader<SerializedField, SerializedField> {
    private SequenceRecords in;
    private long start;
    private long end;
    private boolean more;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      FileSplit file = (FileSplit) split;
      in = open(file, context);
      end = file.getStart() + file.getLength();
      if (file.getStart() > in.position()) {
        in.sync(file.getStart());
      }
      start = in.position();
      more = start < end;
    }

    private static SequenceRecords open(FileSplit split, TaskAttemptContext context)
        throws IOException {
      Class<?> keyClass = context.getMapOutputKeyClass();
      Class<?> valueClass = context.getMapOutputValueClass();
      SequenceFileHeader file = new SequenceFileHeader(context.getConfiguration(), split.getPath());
      return file.isPlain() && file.getKeyClass() == keyClass && file.getValueClass() == valueClass
          ? new PlainSequenceRecords(file, keyClass, valueClass)
          : new SequenceObjects(file, keyClass, valueClass);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (!more) {
        return false;
      }
      long position = in.position();
      more = in.nextKey() && !(position >= end && in.syncSeen());
      if (more) {
        in.readValue();
      }
      return more;
    }

    @Override
    public SerializedField getCurrentKey() {
      return in.key();
    }

    @Override
    public SerializedField getCurrentValue() {
      return in.value();
    }

    @Override
    public float getProgress() throws IOException {
      return end == start ? 0 : Math.min(1, (in.position() - start) / (float) (end - start));
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
      }
    }
  }
}
