// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class LongOrderTest extends KeyOrderContract {
  @Override
  Class<LongWritable> keyClass() {
    return LongWritable.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(LongWritable.class);
  }

  @Override
  List<? extends Writable> edges() {
    return Stream.of(Long.MIN_VALUE, -1L << 32, -256L, -1L, 0L, 1L, 255L, 1L << 32, Long.MAX_VALUE)
        .map(LongWritable::new)
        .toList();
  }

  @Override
  Writable random(Random random) {
    return new LongWritable(random.nextLong());
  }
}
