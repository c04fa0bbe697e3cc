// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.types.CopyableValue;
import org.apache.flink.types.NormalizableKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * Bytes in the order of Hadoop's Text, which is unsigned; Flink's own type for byte arrays compares
 * signed bytes. Flink compares prefixes without deserialising. Serialised form: length (4 bytes),
 * bytes.
 */
public final class BytesKey implements NormalizableKey<BytesKey>, CopyableValue<BytesKey> {
  private static final long serialVersionUID = 1;
  private byte[] bytes = {};

  /** Called by Flink. */
  public BytesKey() {}

  BytesKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the bytes, not a copy. */
  byte[] get() {
    return bytes;
  }

  @Override
  public void write(DataOutputView out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Override
  public void read(DataInputView in) throws IOException {
    bytes = new byte[in.readInt()];
    in.readFully(bytes);
  }

  @Override
  public int getBinaryLength() {
    return -1;
  }

  @Override
  public void copyTo(BytesKey target) {
    target.bytes = bytes;
  }

  @Override
  public BytesKey copy() {
    return new BytesKey(bytes);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int length = source.readInt();
    target.writeInt(length);
    target.write(source, length);
  }

  @Override
  public int getMaxNormalizedKeyLen() {
    return Integer.MAX_VALUE;
  }

  /** Writes the first bytes; fills up with zeros if the key is shorter. */
  @Override
  public void copyNormalizedKey(MemorySegment memory, int offset, int length) {
    int copied = Math.min(length, bytes.length);
    memory.put(offset, bytes, 0, copied);
    for (int i = copied; i < length; i++) {
      memory.put(offset + i, (byte) 0);
    }
  }

  @Override
  public int compareTo(BytesKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BytesKey key && Arrays.equals(bytes, key.bytes);
  }

  /** Returns the same hash code as Hadoop's Text. */
  @Override
  public int hashCode() {
    return WritableComparator.hashBytes(bytes, bytes.length);
  }
}
