// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Test;

class OpaqueOrderTest extends KeyOrderContract {
  /** Text in reverse order, by a comparator that the engine does not know. */
  static final class Backwards extends Text.Comparator {
    @Override
    public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
      return super.compare(b, bOffset, bLength, a, aOffset, aLength);
    }
  }

  @Override
  Class<Text> keyClass() {
    return Text.class;
  }

  @Override
  RawComparator<?> comparator() {
    return new Backwards();
  }

  @Override
  boolean isKnown() {
    return false;
  }

  @Override
  List<? extends Writable> edges() {
    return List.of(new Text(""), new Text("a"), new Text("a\0"), new Text("abcdefghi"));
  }

  @Override
  Writable random(Random random) {
    return new Text(Integer.toString(random.nextInt(1000), 7));
  }

  @Test
  void isUsedForSubclassesOfKnownKeysAndComparators() {
    assertThat(KeyOrder.of(ReversedInt.class, new IntWritable.Comparator()))
        .isInstanceOf(OpaqueOrder.class);
    assertThat(KeyOrder.of(LongWritable.class, new IntWritable.Comparator()))
        .isInstanceOf(OpaqueOrder.class);
    assertThat(KeyOrder.of(Text.class, new Backwards())).isInstanceOf(OpaqueOrder.class);
  }

  /** A key class that could have another serialization. */
  static final class ReversedInt extends IntWritable {}
}
