// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.serialization;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.io.serializer.Serialization;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.athanor.engine.sort.RecordArena;

/**
 * Writes keys or values of one class as the job's serialization would. Hadoop's common classes are
 * written directly, not through a stream, if the job serializes them as writables; the bytes are
 * the same. One thread.
 */
public abstract class FieldWriter<T> {
  /** Appends a field to the record that {@code out} has begun. */
  public abstract void write(T field, RecordArena out) throws IOException;

  public void close() throws IOException {}

  @SuppressWarnings("unchecked")
  public static <T> FieldWriter<T> of(Class<T> type, Configuration conf, RecordArena out)
      throws IOException {
    if (type == SerializedField.class) {
      return (FieldWriter<T>) new OfSerialized();
    }
    Serialization<T> serialization = serialization(type, conf);
    FieldWriter<?> known = isWritables(serialization) ? known(type) : null;
    if (known != null) {
      return (FieldWriter<T>) known;
    }
    Serializer<T> serializer = serialization.getSerializer(type);
    serializer.open(out);
    return new Serialized<>(serializer);
  }

  /** Returns whether fields of a class are written directly, not through a stream. */
  public static boolean isKnown(Class<?> type, Configuration conf) throws IOException {
    return known(type) != null && isWritables(serialization(type, conf));
  }

  static <T> Serialization<T> serialization(Class<T> type, Configuration conf) throws IOException {
    Serialization<T> serialization = new SerializationFactory(conf).getSerialization(type);
    if (serialization == null) {
      throw new IOException(
          "no serialization for "
              + type.getName()
              + ": none of io.serializations="
              + conf.get("io.serializations")
              + " accepts it");
    }
    return serialization;
  }

  static boolean isWritables(Serialization<?> serialization) {
    return serialization.getClass() == WritableSerialization.class;
  }

  private static FieldWriter<?> known(Class<?> type) {
    if (type == Text.class) {
      return new OfText();
    }
    if (type == IntWritable.class) {
      return new OfInt();
    }
    if (type == LongWritable.class) {
      return new OfLong();
    }
    if (type == BytesWritable.class) {
      return new OfBytes();
    }
    if (type == NullWritable.class) {
      return new OfNull();
    }
    return null;
  }

  private static final class Serialized<T> extends FieldWriter<T> {
    private final Serializer<T> serializer;

    Serialized(Serializer<T> serializer) {
      this.serializer = serializer;
    }

    @Override
    public void write(T field, RecordArena out) throws IOException {
      serializer.serialize(field);
    }

    @Override
    public void close() throws IOException {
      serializer.close();
    }
  }

  private static final class OfText extends FieldWriter<Text> {
    @Override
    public void write(Text field, RecordArena out) throws IOException {
      int length = field.getLength();
      if (length <= 127) {
        out.write(length);
      } else {
        writeLength(length, out);
      }
      out.write(field.getBytes(), 0, length);
    }

    private static void writeLength(int length, RecordArena out) throws IOException {
      int size = WritableUtils.getVIntSize(length);
      out.write(-111 - size);
      for (int i = size - 2; i >= 0; i--) {
        out.write(length >>> (8 * i));
      }
    }
  }

  private static final class OfInt extends FieldWriter<IntWritable> {
    @Override
    public void write(IntWritable field, RecordArena out) throws IOException {
      out.writeInt(field.get());
    }
  }

  private static final class OfLong extends FieldWriter<LongWritable> {
    @Override
    public void write(LongWritable field, RecordArena out) throws IOException {
      out.writeInt((int) (field.get() >>> 32));
      out.writeInt((int) field.get());
    }
  }

  private static final class OfBytes extends FieldWriter<BytesWritable> {
    @Override
    public void write(BytesWritable field, RecordArena out) throws IOException {
      out.writeInt(field.getLength());
      out.write(field.getBytes(), 0, field.getLength());
    }
  }

  private static final class OfNull extends FieldWriter<NullWritable> {
    @Override
    public void write(NullWritable field, RecordArena out) {}
  }

  private static final class OfSerialized extends FieldWriter<SerializedField> {
    @Override
    public void write(SerializedField field, RecordArena out) throws IOException {
      out.write(field.data(), field.offset(), field.length());
    }
  }
}
