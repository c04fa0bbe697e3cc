// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class TextOrderTest extends BytesOrderContract {
  @Override
  Class<Text> keyClass() {
    return Text.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(Text.class);
  }

  @Override
  Writable keyOf(byte[] bytes) {
    return new Text(bytes);
  }
}
