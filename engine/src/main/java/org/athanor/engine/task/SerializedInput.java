// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.ValueBytes;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;

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
    private final SerializedField key = new SerializedField();
    private final SerializedField value = new SerializedField();
    private final DataOutputBuffer keyBytes = new DataOutputBuffer();
    private final DataOutputBuffer valueBytes = new DataOutputBuffer();
    private Class<?> keyClass;
    private Class<?> valueClass;
    private FieldReader<?> keyReader;
    private FieldReader<?> valueReader;
    private SequenceFile.Reader in;
    private ValueBytes raw;
    private Object keyObject;
    private Object valueObject;
    private long start;
    private long end;
    private boolean more;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      FileSplit file = (FileSplit) split;
      Configuration conf = context.getConfiguration();
      keyClass = context.getMapOutputKeyClass();
      valueClass = context.getMapOutputValueClass();
      keyReader = FieldReader.of(keyClass, conf);
      valueReader = FieldReader.of(valueClass, conf);
      in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file.getPath()));
      raw = in.createValueBytes();
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
      boolean read = in.isCompressed() ? readObject() : readBytes();
      if (!read || (position >= end && in.syncSeen())) {
        more = false;
        return false;
      }
      MapOutput.checkType("key", keyClass, in.getKeyClass());
      MapOutput.checkType("value", valueClass, in.getValueClass());
      if (in.isCompressed()) {
        writeObjects();
      } else {
        checkBytes();
      }
      key.set(keyBytes.getData(), 0, keyBytes.getLength());
      value.set(valueBytes.getData(), 0, valueBytes.getLength());
      return true;
    }

    private boolean readBytes() throws IOException {
      keyBytes.reset();
      return in.nextRaw(keyBytes, raw) >= 0;
    }

    private void checkBytes() throws IOException {
      valueBytes.reset();
      raw.writeUncompressedBytes(valueBytes);
      if (!keyReader.isExact(keyBytes.getData(), keyBytes.getLength())) {
        rewrite(keyClass, keyBytes, true);
      }
      if (!valueReader.isExact(valueBytes.getData(), valueBytes.getLength())) {
        rewrite(valueClass, valueBytes, false);
      }
    }

    /** Decompression, and how far it reads ahead, is left to the way that Hadoop takes. */
    private boolean readObject() throws IOException {
      keyObject = in.next(keyObject);
      return keyObject != null;
    }

    private void writeObjects() throws IOException {
      valueObject = in.getCurrentValue(valueObject);
      keyBytes.reset();
      ((Writable) keyObject).write(keyBytes);
      valueBytes.reset();
      ((Writable) valueObject).write(valueBytes);
    }

    /**
     * Puts the class' own bytes in the place of the file's.
     *
     * @param strict whether all bytes must be read; as in Hadoop, zeros behind a value do no harm
     */
    private static void rewrite(Class<?> type, DataOutputBuffer bytes, boolean strict)
        throws IOException {
      Writable field = (Writable) ReflectionUtils.newInstance(type, null);
      DataInputBuffer from = new DataInputBuffer();
      from.reset(bytes.getData().clone(), bytes.getLength());
      field.readFields(from);
      int read = from.getPosition();
      if (read != bytes.getLength() && (strict || from.read() > 0)) {
        throw new IOException(field + " read " + read + " bytes, should read " + bytes.getLength());
      }
      bytes.reset();
      field.write(bytes);
    }

    @Override
    public SerializedField getCurrentKey() {
      return key;
    }

    @Override
    public SerializedField getCurrentValue() {
      return value;
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
