// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.serialization;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * The readers of a record's two fields. One thread.
 *
 * @param keyClass the class that {@code key} reads
 */
public record FieldReaders<K, V>(Class<K> keyClass, FieldReader<K> key, FieldReader<V> value) {
  public static <K, V> FieldReaders<K, V> of(
      Class<K> keyClass, Class<V> valueClass, Configuration conf, PartialReads partialReads)
      throws IOException {
    return new FieldReaders<>(
        keyClass,
        FieldReader.of(keyClass, conf, partialReads),
        FieldReader.of(valueClass, conf, partialReads));
  }
}
