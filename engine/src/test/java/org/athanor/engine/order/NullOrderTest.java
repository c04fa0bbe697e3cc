// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;

class NullOrderTest extends KeyOrderContract {
  @Override
  Class<NullWritable> keyClass() {
    return NullWritable.class;
  }

  @Override
  RawComparator<?> comparator() {
    return WritableComparator.get(NullWritable.class);
  }

  @Override
  List<? extends Writable> edges() {
    return List.of(NullWritable.get());
  }

  @Override
  Writable random(Random random) {
    return NullWritable.get();
  }
}
