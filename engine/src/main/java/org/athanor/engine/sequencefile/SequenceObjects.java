// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import java.io.IOException;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.athanor.engine.serialization.MapOutputTypes;
import org.athanor.engine.serialization.SerializedField;

/** Reads records with Hadoop's reader, as objects, and serializes these again. One thread. */
final class SequenceObjects implements SequenceRecords {
  private final SequenceFile.Reader in;
  private final Field key = new Field();
  private final Field value = new Field();
  private final Class<?> keyClass;
  private final Class<?> valueClass;

  /**
   * @param keyClass class that keys must have
   * @param valueClass class that values must have
   */
  SequenceObjects(SequenceFile.Reader in, Class<?> keyClass, Class<?> valueClass) {
    this.in = in;
    this.keyClass = keyClass;
    this.valueClass = valueClass;
  }

  @Override
  public long position() throws IOException {
    return in.getPosition();
  }

  @Override
  public void sync(long position) throws IOException {
    in.sync(position);
  }

  @Override
  public boolean nextKey() throws IOException {
    key.object = in.next(key.object);
    return key.object != null;
  }

  @Override
  public boolean syncSeen() {
    return in.syncSeen();
  }

  @Override
  public void readValue() throws IOException {
    MapOutputTypes.check("key", keyClass, in.getKeyClass());
    MapOutputTypes.check("value", valueClass, in.getValueClass());
    value.object = in.getCurrentValue(value.object);
    key.write();
    value.write();
  }

  @Override
  public SerializedField key() {
    return key.bytes;
  }

  @Override
  public SerializedField value() {
    return value.bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private static final class Field {
    final SerializedField bytes = new SerializedField(null);
    private final DataOutputBuffer written = new DataOutputBuffer();
    private Object object; // null until the first is read

    void write() throws IOException {
      written.reset();
      ((Writable) object).write(written);
      bytes.set(written.getData(), 0, written.getLength());
    }
  }
}
