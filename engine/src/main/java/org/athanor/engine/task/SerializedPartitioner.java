// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;

/** {@link HashPartitioner} for records that are not objects. It looks at keys only. */
final class SerializedPartitioner<K> extends Partitioner<SerializedField, SerializedField> {
  private final HashPartitioner<K, Object> hash = new HashPartitioner<>();
  private final FieldReader<K> reader;
  private K object;

  SerializedPartitioner(Class<K> keyClass, Configuration conf) throws IOException {
    this.reader = FieldReader.of(keyClass, conf);
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
