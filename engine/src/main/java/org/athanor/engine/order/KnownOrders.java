// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.athanor.engine.order.FixedWidthOrder.Kind;

/**
 * Hadoop's comparators whose order a prefix can express. Key class and comparator class must be
 * exactly Hadoop's: a subclass may serialize or compare differently.
 */
final class KnownOrders {
  private KnownOrders() {}

  static KeyOrder of(Class<?> keyClass, RawComparator<?> comparator) {
    Class<?> order = comparator.getClass();
    if (keyClass == Text.class && order == Text.Comparator.class) {
      return BytesOrder.afterVariableLength();
    }
    if (keyClass == BytesWritable.class && order == BytesWritable.Comparator.class) {
      return BytesOrder.afterFourBytes();
    }
    if (keyClass == IntWritable.class && order == IntWritable.Comparator.class) {
      return new FixedWidthOrder(Kind.SIGNED, Integer.BYTES);
    }
    if (keyClass == LongWritable.class && order == LongWritable.Comparator.class) {
      return new FixedWidthOrder(Kind.SIGNED, Long.BYTES);
    }
    if (keyClass == LongWritable.class && order == LongWritable.DecreasingComparator.class) {
      return new FixedWidthOrder(Kind.SIGNED_DESCENDING, Long.BYTES);
    }
    if (keyClass == ShortWritable.class && order == ShortWritable.Comparator.class) {
      return new FixedWidthOrder(Kind.SIGNED, Short.BYTES);
    }
    if (keyClass == ByteWritable.class && order == ByteWritable.Comparator.class) {
      return new FixedWidthOrder(Kind.SIGNED, Byte.BYTES);
    }
    if (keyClass == FloatWritable.class && order == FloatWritable.Comparator.class) {
      return new FixedWidthOrder(Kind.FLOAT, Float.BYTES);
    }
    if (keyClass == DoubleWritable.class && order == DoubleWritable.Comparator.class) {
      return new FixedWidthOrder(Kind.DOUBLE, Double.BYTES);
    }
    if (keyClass == NullWritable.class && order == NullWritable.Comparator.class) {
      return new FixedWidthOrder(Kind.NOTHING, 0);
    }
    return new OpaqueOrder(comparator);
  }
}
