// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.Serialization;

/**
 * Reads keys or values of one class as the job's serialization would, into the object it is given
 * when that is not null: jobs rely on the framework's reuse of objects. The counterpart of {@link
 * FieldWriter}. One thread.
 */
abstract class FieldReader<T> {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  abstract T read(byte[] data, int offset, int length, T reuse) throws IOException;

  /**
   * Whether an array begins with the bytes, and as many, that the counterpart would write for the
   * field in them. False where that would cost as much as reading.
   */
  boolean isExact(byte[] data, int length) {
    return false;
  }

  void close() throws IOException {}

  @SuppressWarnings("unchecked")
  static <T> FieldReader<T> of(Class<T> type, Configuration conf) throws IOException {
    if (type == SerializedField.class) {
      return (FieldReader<T>) new OfSerialized();
    }
    Serialization<T> serialization = FieldWriter.serialization(type, conf);
    boolean writable = FieldWriter.isWritables(serialization);
    FieldReader<?> known = writable ? known(type) : null;
    if (known != null) {
      return (FieldReader<T>) known;
    }
    DataInputBuffer in = new DataInputBuffer();
    Deserializer<T> deserializer = serialization.getDeserializer(type);
    deserializer.open(in);
    return new Deserialized<>(type, deserializer, in, writable);
  }

  private static FieldReader<?> known(Class<?> type) {
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

  private static final class Deserialized<T> extends FieldReader<T> {
    private final Class<T> type;
    private final Deserializer<T> deserializer;
    private final DataInputBuffer in;
    private final boolean writable;

    Deserialized(
        Class<T> type, Deserializer<T> deserializer, DataInputBuffer in, boolean writable) {
      this.type = type;
      this.deserializer = deserializer;
      this.in = in;
      this.writable = writable;
    }

    @Override
    T read(byte[] data, int offset, int length, T reuse) throws IOException {
      in.reset(data, offset, length);
      T field;
      try {
        field = deserializer.deserialize(reuse);
      } catch (EOFException e) {
        throw new IOException(
            type.getName() + ".readFields reads more than the " + length + " bytes there are", e);
      }
      if (writable && in.getPosition() != offset + length) {
        throw new IOException(
            type.getName()
                + ".readFields read "
                + (in.getPosition() - offset)
                + " bytes of the "
                + length
                + " that its write wrote");
      }
      return field;
    }

    @Override
    void close() throws IOException {
      deserializer.close();
    }
  }

  private static final class OfText extends FieldReader<Text> {
    @Override
    Text read(byte[] data, int offset, int length, Text reuse) {
      Text field = reuse != null ? reuse : new Text();
      int header = WritableUtils.decodeVIntSize(data[offset]);
      field.set(data, offset + header, length - header);
      return field;
    }

    @Override
    boolean isExact(byte[] data, int length) {
      if (length == 0) {
        return false;
      }
      int header = WritableUtils.decodeVIntSize(data[0]);
      int text = length - header;
      return text >= 0
          && header == WritableUtils.getVIntSize(text)
          && (header == 1 ? data[0] == text : isHeader(data, header, text));
    }

    private static boolean isHeader(byte[] data, int header, int text) {
      int value = 0;
      for (int i = 1; i < header; i++) {
        value = (value << 8) | (data[i] & 0xff);
      }
      return data[0] == -111 - header && value == text;
    }
  }

  private static final class OfInt extends FieldReader<IntWritable> {
    @Override
    IntWritable read(byte[] data, int offset, int length, IntWritable reuse) {
      IntWritable field = reuse != null ? reuse : new IntWritable();
      field.set((int) INT.get(data, offset));
      return field;
    }

    @Override
    boolean isExact(byte[] data, int length) {
      return length == Integer.BYTES;
    }
  }

  private static final class OfLong extends FieldReader<LongWritable> {
    @Override
    LongWritable read(byte[] data, int offset, int length, LongWritable reuse) {
      LongWritable field = reuse != null ? reuse : new LongWritable();
      field.set((long) LONG.get(data, offset));
      return field;
    }

    @Override
    boolean isExact(byte[] data, int length) {
      return length == Long.BYTES;
    }
  }

  private static final class OfBytes extends FieldReader<BytesWritable> {
    @Override
    BytesWritable read(byte[] data, int offset, int length, BytesWritable reuse) {
      BytesWritable field = reuse != null ? reuse : new BytesWritable();
      field.set(data, offset + Integer.BYTES, length - Integer.BYTES);
      return field;
    }

    @Override
    boolean isExact(byte[] data, int length) {
      return length >= Integer.BYTES && (int) INT.get(data, 0) == length - Integer.BYTES;
    }
  }

  private static final class OfNull extends FieldReader<NullWritable> {
    @Override
    NullWritable read(byte[] data, int offset, int length, NullWritable reuse) {
      return NullWritable.get();
    }

    @Override
    boolean isExact(byte[] data, int length) {
      return length == 0;
    }
  }

  private static final class OfSerialized extends FieldReader<SerializedField> {
    @Override
    SerializedField read(byte[] data, int offset, int length, SerializedField reuse) {
      SerializedField field = reuse != null ? reuse : new SerializedField();
      field.set(data, offset, length);
      return field;
    }
  }
}
