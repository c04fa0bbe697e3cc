// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.athanor.engine.serialization.FieldReader;
import org.athanor.engine.serialization.SerializedField;

/** Does what {@link HashPartitioner} does, for records that are bytes. One thread. */
public abstract class SerializedPartitioner extends Partitioner<SerializedField, SerializedField> {

  /**
   * Returns a partitioner for keys of a class.
   *
   * @param keyClass one that {@link FieldReader#known} accepts
   */
  public static SerializedPartitioner of(Class<?> keyClass) {
    return keyClass == Text.class || keyClass == BytesWritable.class
        ? new OfBytes(keyClass == Text.class)
        : new OfObjects<>(keyClass);
  }

  /** Uses the hash code of {@link org.apache.hadoop.io.BinaryComparable}. */
  private static final class OfBytes extends SerializedPartitioner {
    private static final int P2 = 31 * 31;
    private static final int P3 = 31 * P2;
    private static final int P4 = 31 * P3;

    private final boolean text;

    OfBytes(boolean text) {
      this.text = text;
    }

    @Override
    public int getPartition(SerializedField key, SerializedField value, int partitions) {
      byte[] data = key.data();
      int offset = key.offset();
      int header = text ? WritableUtils.decodeVIntSize(data[offset]) : Integer.BYTES;
      return (hash(data, offset + header, offset + key.length()) & Integer.MAX_VALUE) % partitions;
    }

    /** Adds four bytes in one step; otherwise each multiplication would wait for the one before. */
    private static int hash(byte[] data, int from, int to) {
      int hash = 1;
      int i = from;
      for (; i <= to - 4; i += 4) {
        hash = P4 * hash + P3 * data[i] + P2 * data[i + 1] + 31 * data[i + 2] + data[i + 3];
      }
      for (; i < to; i++) {
        hash = 31 * hash + data[i];
      }
      return hash;
    }
  }

  /** Uses the hash code of the key as an object. */
  private static final class OfObjects<K> extends SerializedPartitioner {
    private final HashPartitioner<K, Object> hash = new HashPartitioner<>();
    private final FieldReader<K> reader;
    private K object;

    @SuppressWarnings("unchecked")
    OfObjects(Class<K> keyClass) {
      this.reader = (FieldReader<K>) FieldReader.known(keyClass);
    }

    @Override
    public int getPartition(SerializedField key, SerializedField value, int partitions) {
      try {
        object = reader.read(key.data(), key.offset(), key.length(), object);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return hash.getPartition(object, null, partitions);
    }
  }
}
