// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class BytesWritableOrderTest extends BytesOrderContract {
  @Override
  Class<BytesWritable> keyClass() {
    return BytesWritable.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(BytesWritable.class);
  }

  @Override
  Writable keyOf(byte[] bytes) {
    return new BytesWritable(bytes);
  }
}
