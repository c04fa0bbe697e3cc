// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.Serialization;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Has a {@link org.apache.hadoop.io.SequenceFile.Reader} give the bytes of keys and values where
 * they are, as {@link SerializedField}s that are valid until its next record; objects where that
 * cannot be: if they are compressed, or their class would have written them differently. For
 * reading only, and the classes that {@link FieldReader} knows.
 */
public final class InPlaceSerialization implements Serialization<Object> {
  private static final String WRITABLES = WritableSerialization.class.getName();

  /** A copy of the configuration, for a reader that uses this. */
  static Configuration prepend(Configuration conf) {
    Configuration copy = new Configuration(conf);
    String key = CommonConfigurationKeysPublic.IO_SERIALIZATIONS_KEY;
    copy.set(key, InPlaceSerialization.class.getName() + "," + conf.get(key, WRITABLES));
    return copy;
  }

  @Override
  public boolean accept(Class<?> type) {
    return FieldReader.known(type) != null;
  }

  @Override
  public Serializer<Object> getSerializer(Class<Object> type) {
    throw new UnsupportedOperationException("for reading only");
  }

  @Override
  public Deserializer<Object> getDeserializer(Class<Object> type) {
    return new InPlace(type);
  }

  private static final class InPlace implements Deserializer<Object> {
    private final Class<?> type;
    private final FieldReader<?> reader;
    private final SerializedField field;
    private Writable object; // null until one is needed
    private DataInputBuffer buffer; // null if there is a stream only
    private DataInputStream stream;

    InPlace(Class<?> type) {
      this.type = type;
      this.reader = FieldReader.known(type);
      this.field = new SerializedField(reader);
    }

    @Override
    public void open(InputStream in) {
      buffer = in instanceof DataInputBuffer bytes ? bytes : null;
      stream = in instanceof DataInputStream data ? data : new DataInputStream(in);
    }

    @Override
    public Object deserialize(Object unused) throws IOException {
      int length =
          buffer == null
              ? -1
              : reader.exactLength(buffer.getData(), buffer.getPosition(), buffer.getLength());
      if (length >= 0) {
        field.set(buffer.getData(), buffer.getPosition(), length);
        buffer.skipBytes(length);
        return field;
      }
      if (object == null) {
        object = (Writable) ReflectionUtils.newInstance(type, null);
      }
      object.readFields(stream);
      return object;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
