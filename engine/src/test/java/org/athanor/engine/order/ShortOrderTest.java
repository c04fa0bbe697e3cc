// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class ShortOrderTest extends KeyOrderContract {
  @Override
  Class<ShortWritable> keyClass() {
    return ShortWritable.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(ShortWritable.class);
  }

  @Override
  List<? extends Writable> edges() {
    return Stream.of(
            Short.MIN_VALUE,
            (short) -256,
            (short) -1,
            (short) 0,
            (short) 1,
            (short) 255,
            Short.MAX_VALUE)
        .map(ShortWritable::new)
        .toList();
  }

  @Override
  Writable random(Random random) {
    return new ShortWritable((short) random.nextInt());
  }
}
