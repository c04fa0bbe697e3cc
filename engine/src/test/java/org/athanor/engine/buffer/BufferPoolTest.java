// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BufferPoolTest {
  private static final int BYTES = 4096;

  private final BufferPool pool = new BufferPool(3, BYTES);

  @Test
  void lendsNoMoreThanItsCapacity() {
    for (int i = 1; i <= 3; i++) {
      assertThat(pool.tryTake()).hasSize(BYTES);
      assertThat(pool.lent()).isEqualTo(i);
    }
    assertThat(pool.tryTake()).isNull();
    assertThat(pool.lent()).isEqualTo(3);
  }

  @Test
  void lendsAReturnedBufferAgain() {
    byte[] buffer = pool.tryTake();
    pool.give(buffer);
    assertThat(pool.tryTake()).isSameAs(buffer);
  }

  @Test
  void withoutCapacityLendsNoBufferButAcceptsALargeRecord() {
    BufferPool empty = new BufferPool(0, BYTES);
    assertThat(empty.tryTake()).isNull();
    assertThat(empty.takeLarge(BYTES + 1, false)).isFalse();
    assertThat(empty.takeLarge(BYTES + 1, true)).isTrue();
    assertThat(empty.lent()).isEqualTo(2);
    empty.giveLarge(BYTES + 1);
    assertThat(empty.lent()).isZero();
  }

  @Test
  void chargesALargeRecordAsTheBuffersThatItReplaces() {
    // 2 buffers and one byte replace all 3 buffers.
    assertThat(pool.takeLarge(2 * BYTES + 1, false)).isTrue();
    assertThat(pool.lent()).isEqualTo(3);
    assertThat(pool.tryTake()).isNull();
    pool.giveLarge(2 * BYTES + 1);
    assertThat(pool.lent()).isZero();
  }

  @Test
  void refusesALargeRecordThatDoesNotFitUnlessForced() {
    pool.tryTake();
    assertThat(pool.takeLarge(3 * BYTES, false)).isFalse();
    assertThat(pool.lent()).isEqualTo(1);
    assertThat(pool.takeLarge(3 * BYTES, true)).isTrue();
    assertThat(pool.lent()).isEqualTo(4);
    assertThat(pool.tryTake()).isNull();
  }

  @Test
  void chargesTheLargestPossibleArray() {
    BufferPool large = new BufferPool(Integer.MAX_VALUE, BYTES);
    assertThat(large.takeLarge(Integer.MAX_VALUE, false)).isTrue();
    assertThat(large.lent()).isEqualTo(1 << 19);
  }

  @Test
  void freesBuffersThatALargeRecordReplaces() {
    List<byte[]> first = new ArrayList<>(List.of(pool.tryTake(), pool.tryTake(), pool.tryTake()));
    assertThat(pool.takeLarge(2 * BYTES, true)).isTrue();
    first.forEach(pool::give);
    assertThat(pool.idle()).isEqualTo(1);
    assertThat(pool.lent()).isEqualTo(2);
  }

  @Test
  void refusesAForeignBuffer() {
    pool.tryTake();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pool.give(new byte[BYTES / 2]))
        .withMessage("buffer of 2048 bytes given to a pool of 4096");
  }

  @Test
  void refusesMoreThanItLent() {
    byte[] buffer = pool.tryTake();
    pool.give(buffer);
    assertThatIllegalStateException()
        .isThrownBy(() -> pool.give(buffer))
        .withMessage("more buffers given back than were taken");
    assertThatIllegalStateException()
        .isThrownBy(() -> new BufferPool(1, BYTES).giveLarge(1))
        .withMessage("more buffers given back than were taken");
  }

  @Test
  void staysUsableAfterMisuse() {
    byte[] buffer = pool.tryTake();
    pool.give(buffer);
    assertThatIllegalStateException().isThrownBy(() -> pool.give(buffer));
    assertThat(pool.lent()).isZero();
    byte[] again = pool.tryTake();
    assertThat(pool.tryTake()).isNotSameAs(again);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -4096, 2048, 4095, 5000, 32 << 20})
  void refusesBuffersOfAnotherSizeThanAPowerOfTwoInBounds(int bytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BufferPool(1, bytes))
        .withMessage("bufferBytes=" + bytes + ": must be a power of two from 4096 to 16777216");
  }

  @Test
  void refusesANegativeCapacity() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BufferPool(-1, BYTES))
        .withMessage("capacity=-1: must not be negative");
  }

  @Test
  void agreesWithASimpleModelForRandomOperations() {
    Random random = Seeds.of("BufferPool");
    for (int round = 0; round < 200; round++) {
      int capacity = random.nextInt(6);
      BufferPool tested = new BufferPool(capacity, BYTES);
      Deque<byte[]> held = new ArrayDeque<>();
      Deque<Integer> large = new ArrayDeque<>();
      int charged = 0;
      boolean overCommitted = false;
      for (int step = 0; step < 100; step++) {
        switch (random.nextInt(4)) {
          case 0 -> {
            byte[] buffer = tested.tryTake();
            assertThat(buffer != null).isEqualTo(charged < capacity);
            if (buffer != null) {
              held.add(buffer);
              charged++;
            }
          }
          case 1 -> {
            int bytes = 1 + random.nextInt(4 * BYTES);
            boolean force = random.nextInt(4) == 0;
            int displaced = (bytes + BYTES - 1) / BYTES;
            boolean taken = tested.takeLarge(bytes, force);
            assertThat(taken).isEqualTo(force || charged + displaced <= capacity);
            if (taken) {
              large.add(bytes);
              charged += displaced;
            }
          }
          case 2 -> {
            if (!held.isEmpty()) {
              tested.give(held.poll());
              charged--;
            }
          }
          default -> {
            if (!large.isEmpty()) {
              int bytes = large.poll();
              tested.giveLarge(bytes);
              charged -= (bytes + BYTES - 1) / BYTES;
            }
          }
        }
        assertThat(tested.lent()).isEqualTo(charged);
        overCommitted = charged > capacity;
        // Idle and lent buffers together never exceed the capacity.
        assertThat(tested.idle()).isLessThanOrEqualTo(overCommitted ? 0 : capacity - charged);
        assertThat(distinct(held)).isEqualTo(held.size());
      }
    }
  }

  private static int distinct(Deque<byte[]> buffers) {
    Set<byte[]> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    seen.addAll(buffers);
    return seen.size();
  }
}
