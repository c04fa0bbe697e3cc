// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class DoubleOrderTest extends KeyOrderContract {
  @Override
  Class<DoubleWritable> keyClass() {
    return DoubleWritable.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(DoubleWritable.class);
  }

  @Override
  List<? extends Writable> edges() {
    return Stream.of(
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -1d,
            -Double.MIN_NORMAL,
            -Double.MIN_VALUE,
            -0d,
            0d,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            1d,
            Math.nextUp(1d),
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN,
            Double.longBitsToDouble(0x7ff0000000000001L),
            Double.longBitsToDouble(-1))
        .map(DoubleWritable::new)
        .toList();
  }

  @Override
  Writable random(Random random) {
    return new DoubleWritable(Double.longBitsToDouble(random.nextLong()));
  }
}
