// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.serialization;

import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.io.SequenceFile.ValueBytes;

/**
 * A key or value as its serialized bytes. They are a part of another object's array, and valid
 * until the next record is read. One thread.
 */
public final class SerializedField implements ValueBytes {
  private final FieldReader<?> reader;
  private byte[] data;
  private int offset;
  private int length;

  /**
   * @param reader reads the bytes, for {@link #toString}; null if that is not needed
   */
  public SerializedField(FieldReader<?> reader) {
    this.reader = reader;
  }

  public void set(byte[] data, int offset, int length) {
    this.data = data;
    this.offset = offset;
    this.length = length;
  }

  public byte[] data() {
    return data;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  @Override
  public int getSize() {
    return length;
  }

  @Override
  public void writeUncompressedBytes(DataOutputStream out) throws IOException {
    out.write(data, offset, length);
  }

  @Override
  public void writeCompressedBytes(DataOutputStream out) {
    throw new IllegalArgumentException("not compressed");
  }

  /** Returns the field as text, for messages. */
  @Override
  public String toString() {
    try {
      return String.valueOf(reader == null ? null : reader.read(data, offset, length, null));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
