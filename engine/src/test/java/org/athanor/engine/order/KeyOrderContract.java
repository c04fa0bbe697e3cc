// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link KeyOrder}; Hadoop's own comparator is the reference. A subclass
 * gives the key class and the keys; the tests compare all pairs of keys.
 */
abstract class KeyOrderContract {
  private static final int RANDOM_KEYS = 150;

  abstract Class<? extends Writable> keyClass();

  abstract RawComparator<?> comparator();

  /** Edge cases: extremes, neighbours and other keys that an implementation could confuse. */
  abstract List<? extends Writable> edges();

  abstract Writable random(Random random);

  /** Whether the order must be a known one, with a prefix that distinguishes most keys. */
  boolean isKnown() {
    return true;
  }

  private final KeyOrder order = KeyOrder.of(keyClass(), comparator());

  /** A serialized key, with other bytes before and after it. */
  private static final class Key {
    final Writable object;
    final byte[] data;
    final int offset;
    final int length;

    private Key(Writable object, byte[] data, int offset, int length) {
      this.object = object;
      this.data = data;
      this.offset = offset;
      this.length = length;
    }

    static Key of(Writable object, Random random) throws IOException {
      DataOutputBuffer out = new DataOutputBuffer();
      int before = random.nextInt(4);
      for (int i = 0; i < before; i++) {
        out.write(random.nextInt());
      }
      object.write(out);
      int length = out.getLength() - before;
      for (int i = random.nextInt(12); i > 0; i--) {
        out.write(random.nextInt());
      }
      return new Key(object, Arrays.copyOf(out.getData(), out.getLength()), before, length);
    }

    @Override
    public String toString() {
      return object + " [" + HexFormat.of().formatHex(data, offset, offset + length) + "]";
    }
  }

  private List<Key> keys() throws IOException {
    Random random = Seeds.of(getClass().getSimpleName());
    List<Key> keys = new ArrayList<>();
    for (Writable edge : edges()) {
      keys.add(Key.of(edge, random));
      keys.add(Key.of(edge, random));
    }
    for (int i = 0; i < RANDOM_KEYS; i++) {
      keys.add(Key.of(random(random), random));
    }
    return keys;
  }

  private int compareByHadoop(Key a, Key b) {
    return Integer.signum(
        comparator().compare(a.data, a.offset, a.length, b.data, b.offset, b.length));
  }

  private long prefix(Key key) {
    return order.prefix(key.data, key.offset, key.length);
  }

  private long prefix(Key key, int depth) {
    return order.prefix(key.data, key.offset, key.length, depth);
  }

  /** A statement about two keys. */
  private interface Check {
    void of(Key a, Key b);
  }

  private void forAllPairs(Check check) throws IOException {
    List<Key> keys = keys();
    for (Key a : keys) {
      for (Key b : keys) {
        check.of(a, b);
      }
    }
  }

  @Test
  void ordersByPrefixAsTheComparatorDoes() throws IOException {
    forAllPairs(
        (a, b) -> {
          int byPrefix = Long.compareUnsigned(prefix(a), prefix(b));
          if (byPrefix != 0) {
            assertThat(compareByHadoop(a, b))
                .as("%s against %s", a, b)
                .isEqualTo(Integer.signum(byPrefix));
          }
        });
  }

  @Test
  void decidesOnlyBetweenEqualKeys() throws IOException {
    forAllPairs(
        (a, b) -> {
          if (prefix(a) == prefix(b) && order.decides(prefix(a))) {
            assertThat(compareByHadoop(a, b)).as("%s against %s", a, b).isZero();
          }
        });
  }

  @Test
  void ordersByDeeperPrefixesAsTheComparatorDoes() throws IOException {
    if (!order.isDeep()) {
      assertThatIllegalArgumentException().isThrownBy(() -> order.prefix(new byte[9], 0, 9, 1));
      return;
    }
    forAllPairs(
        (a, b) -> {
          int depth = 0;
          while (prefix(a, depth) == prefix(b, depth) && !order.decides(prefix(a, depth))) {
            depth++;
          }
          assertThat(compareByHadoop(a, b))
              .as("%s against %s at depth %s", a, b, depth)
              .isEqualTo(Long.compareUnsigned(prefix(a, depth), prefix(b, depth)));
        });
  }

  @Test
  void comparesAsTheComparatorDoes() throws IOException {
    forAllPairs(
        (a, b) ->
            assertThat(
                    Integer.signum(
                        order.compare(a.data, a.offset, a.length, b.data, b.offset, b.length)))
                .as("%s against %s", a, b)
                .isEqualTo(compareByHadoop(a, b)));
  }

  @Test
  void hasNoPrefixOnlyIfTheOrderIsNotKnown() throws IOException {
    List<Key> keys = keys();
    if (isKnown()) {
      assertThat(order).isNotInstanceOf(OpaqueOrder.class);
    } else {
      assertThat(keys)
          .allSatisfy(
              key -> {
                assertThat(prefix(key)).isZero();
                assertThat(order.decides(prefix(key))).isFalse();
              });
    }
  }
}
