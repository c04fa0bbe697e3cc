// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class IntOrderTest extends KeyOrderContract {
  @Override
  Class<IntWritable> keyClass() {
    return IntWritable.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(IntWritable.class);
  }

  @Override
  List<? extends Writable> edges() {
    return Stream.of(Integer.MIN_VALUE, -65_536, -256, -2, -1, 0, 1, 255, 256, Integer.MAX_VALUE)
        .map(IntWritable::new)
        .toList();
  }

  @Override
  Writable random(Random random) {
    return new IntWritable(random.nextInt());
  }
}
