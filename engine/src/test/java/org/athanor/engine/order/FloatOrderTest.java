// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class FloatOrderTest extends KeyOrderContract {
  @Override
  Class<FloatWritable> keyClass() {
    return FloatWritable.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(FloatWritable.class);
  }

  @Override
  List<? extends Writable> edges() {
    return Stream.of(
            Float.NEGATIVE_INFINITY,
            -Float.MAX_VALUE,
            -1f,
            -Float.MIN_NORMAL,
            -Float.MIN_VALUE,
            -0f,
            0f,
            Float.MIN_VALUE,
            Float.MIN_NORMAL,
            1f,
            Math.nextUp(1f),
            Float.MAX_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NaN,
            Float.intBitsToFloat(0x7f800001),
            Float.intBitsToFloat(0xffffffff))
        .map(FloatWritable::new)
        .toList();
  }

  @Override
  Writable random(Random random) {
    return new FloatWritable(Float.intBitsToFloat(random.nextInt()));
  }
}
