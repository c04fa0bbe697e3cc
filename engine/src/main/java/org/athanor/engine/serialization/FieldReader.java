// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.serialization;

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
 * Reads keys or values of one class as the job's serialization would. Reuses the object that it is
 * given, because jobs rely on the framework's reuse of objects. The counterpart of {@link
 * FieldWriter}. One thread.
 */
public abstract class FieldReader<T> {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Reads the field in {@code length} bytes, into {@code reuse} unless that is null. */
  public abstract T read(byte[] data, int offset, int length, T reuse) throws IOException;

  /**
   * Returns the length in bytes of the field that begins at {@code offset}, if it ends before
   * {@code limit} and a {@link FieldWriter} would write the same bytes for it. Otherwise returns
   * -1, also where the length could only be found by reading the field.
   */
  public int exactLength(byte[] data, int offset, int limit) {
    return -1;
  }

  @SuppressWarnings("unchecked")
  static <T> FieldReader<T> of(Class<T> type, Configuration conf, PartialReads partialReads)
      throws IOException {
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
    return new Deserialized<>(type, deserializer, in, writable ? partialReads : null);
  }

  /** Returns the reader for one of Hadoop's common classes; null for other classes. */
  public static FieldReader<?> known(Class<?> type) {
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
    private final PartialReads partialReads; // null for serializations that may read ahead

    Deserialized(
        Class<T> type,
        Deserializer<T> deserializer,
        DataInputBuffer in,
        PartialReads partialReads) {
      this.type = type;
      this.deserializer = deserializer;
      this.in = in;
      this.partialReads = partialReads;
    }

    @Override
    public T read(byte[] data, int offset, int length, T reuse) throws IOException {
      in.reset(data, offset, length);
      T field;
      try {
        field = deserializer.deserialize(reuse);
      } catch (EOFException e) {
        throw new IOException(
            type.getName() + ".readFields reads more than the " + length + " bytes there are", e);
      }
      if (partialReads != null && in.getPosition() != offset + length) {
        partialReads.noticed(type, in.getPosition() - offset, length);
      }
      return field;
    }
  }

  private static final class OfText extends FieldReader<Text> {
    @Override
    public Text read(byte[] data, int offset, int length, Text reuse) {
      Text field = reuse != null ? reuse : new Text();
      int header = WritableUtils.decodeVIntSize(data[offset]);
      field.set(data, offset + header, length - header);
      return field;
    }

    @Override
    public int exactLength(byte[] data, int offset, int limit) {
      if (offset == limit) {
        return -1;
      }
      int header = WritableUtils.decodeVIntSize(data[offset]);
      if (header > Integer.BYTES + 1 || header > limit - offset) {
        return -1;
      }
      int text = header == 1 ? data[offset] : 0;
      for (int i = 1; i < header; i++) {
        text = (text << 8) | (data[offset + i] & 0xff);
      }
      boolean canonical =
          header == WritableUtils.getVIntSize(text)
              && (header == 1 || data[offset] == -111 - header);
      return canonical && text >= 0 && text <= limit - offset - header ? header + text : -1;
    }
  }

  private static final class OfInt extends FieldReader<IntWritable> {
    @Override
    public IntWritable read(byte[] data, int offset, int length, IntWritable reuse) {
      IntWritable field = reuse != null ? reuse : new IntWritable();
      field.set((int) INT.get(data, offset));
      return field;
    }

    @Override
    public int exactLength(byte[] data, int offset, int limit) {
      return limit - offset >= Integer.BYTES ? Integer.BYTES : -1;
    }
  }

  private static final class OfLong extends FieldReader<LongWritable> {
    @Override
    public LongWritable read(byte[] data, int offset, int length, LongWritable reuse) {
      LongWritable field = reuse != null ? reuse : new LongWritable();
      field.set((long) LONG.get(data, offset));
      return field;
    }

    @Override
    public int exactLength(byte[] data, int offset, int limit) {
      return limit - offset >= Long.BYTES ? Long.BYTES : -1;
    }
  }

  private static final class OfBytes extends FieldReader<BytesWritable> {
    @Override
    public BytesWritable read(byte[] data, int offset, int length, BytesWritable reuse) {
      BytesWritable field = reuse != null ? reuse : new BytesWritable();
      field.set(data, offset + Integer.BYTES, length - Integer.BYTES);
      return field;
    }

    @Override
    public int exactLength(byte[] data, int offset, int limit) {
      if (limit - offset < Integer.BYTES) {
        return -1;
      }
      int bytes = (int) INT.get(data, offset);
      return bytes >= 0 && bytes <= limit - offset - Integer.BYTES ? Integer.BYTES + bytes : -1;
    }
  }

  private static final class OfNull extends FieldReader<NullWritable> {
    @Override
    public NullWritable read(byte[] data, int offset, int length, NullWritable reuse) {
      return NullWritable.get();
    }

    @Override
    public int exactLength(byte[] data, int offset, int limit) {
      return 0;
    }
  }

  private static final class OfSerialized extends FieldReader<SerializedField> {
    @Override
    public SerializedField read(byte[] data, int offset, int length, SerializedField reuse) {
      SerializedField field = reuse != null ? reuse : new SerializedField(null);
      field.set(data, offset, length);
      return field;
    }
  }
}
