// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.io.SequenceFile.ValueBytes;

/**
 * A key or value that nobody looks into, as its serialized bytes. They lie in somebody else's array
 * and are valid until the next record is read. One thread.
 */
final class SerializedField implements ValueBytes {
  private final FieldReader<?> reader;
  private byte[] data;
  private int offset;
  private int length;

  /**
   * @param reader of what the bytes are of; null if nobody wants to know
   */
  SerializedField(FieldReader<?> reader) {
    this.reader = reader;
  }

  void set(byte[] data, int offset, int length) {
    this.data = data;
    this.offset = offset;
    this.length = length;
  }

  byte[] data() {
    return data;
  }

  int offset() {
    return offset;
  }

  int length() {
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

  /** Of what the bytes are of, for messages. */
  @Override
  public String toString() {
    try {
      return String.valueOf(reader == null ? null : reader.read(data, offset, length, null));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
