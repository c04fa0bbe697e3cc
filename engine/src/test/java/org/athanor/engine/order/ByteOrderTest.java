// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class ByteOrderTest extends KeyOrderContract {
  @Override
  Class<ByteWritable> keyClass() {
    return ByteWritable.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(ByteWritable.class);
  }

  @Override
  List<? extends Writable> edges() {
    return Stream.of(Byte.MIN_VALUE, (byte) -1, (byte) 0, (byte) 1, Byte.MAX_VALUE)
        .map(ByteWritable::new)
        .toList();
  }

  @Override
  Writable random(Random random) {
    return new ByteWritable((byte) random.nextInt());
  }
}
