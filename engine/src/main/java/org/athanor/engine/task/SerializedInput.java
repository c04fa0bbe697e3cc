// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;

/**
 * Reads the records that {@link SequenceFileInputFormat} reads, without making objects of them
 * unless they are compressed: for identity mappers. Bytes that the key's or value's class would
 * have written differently are read and written by it, so that what follows sees the same bytes as
 * ever.
 */
final class SerializedInput extends SequenceFileInputFormat<SerializedField, SerializedField> {
  private static final String SKIP_CHECKSUM_ERRORS = "io.skip.checksum.errors";

  /** Whether an identity mapper's records can take this way to a sorted output unseen. */
  static boolean suits(TaskAttemptContext context) throws IOException, ClassNotFoundException {
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
    private final Field key = new Field();
    private final Field value = new Field();
    private Class<?> keyClass;
    private Class<?> valueClass;
    private SequenceFile.Reader in;
    private long start;
    private long end;
    private boolean more;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      FileSplit file = (FileSplit) split;
      keyClass = context.getMapOutputKeyClass();
      valueClass = context.getMapOutputValueClass();
      Configuration conf = InPlaceSerialization.prepend(context.getConfiguration());
      in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file.getPath()));
      end = file.getStart() + file.getLength();
      if (file.getStart() > in.getPosition()) {
        in.sync(file.getStart());
      }
      start = in.getPosition();
      more = start < end;
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (!more) {
        return false;
      }
      long position = in.getPosition();
      Object read = in.next((Object) null);
      if (read == null || (position >= end && in.syncSeen())) {
        more = false;
        return false;
      }
      MapOutput.checkType("key", keyClass, in.getKeyClass());
      MapOutput.checkType("value", valueClass, in.getValueClass());
      key.set(read);
      value.set(in.getCurrentValue((Object) null));
      return true;
    }

    /** The bytes of what was read, or those that it writes if it is an object. */
    private static final class Field {
      private final DataOutputBuffer written = new DataOutputBuffer();
      private final SerializedField ofWritten = new SerializedField(null);
      private SerializedField bytes;

      void set(Object read) throws IOException {
        if (read instanceof SerializedField inPlace) {
          bytes = inPlace;
          return;
        }
        written.reset();
        ((Writable) read).write(written);
        ofWritten.set(written.getData(), 0, written.getLength());
        bytes = ofWritten;
      }
    }

    @Override
    public SerializedField getCurrentKey() {
      return key.bytes;
    }

    @Override
    public SerializedField getCurrentValue() {
      return value.bytes;
    }

    @Override
    public float getProgress() throws IOException {
      return end == start ? 0 : Math.min(1, (in.getPosition() - start) / (float) (end - start));
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
      }
    }
  }
}
