// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.RecordLayout;
import org.junit.jupiter.api.Test;

/**
 * Cases that {@link SortBufferTest} does not cover: dropped records, and failures between two
 * records.
 */
class RecordArenaTest {
  private static final int BYTES = 4096;

  private final BufferPool pool = new BufferPool(2, BYTES);
  private final RecordArena arena = new RecordArena(pool);

  private void write(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    arena.write(bytes, 0, bytes.length);
  }

  private int add(String text) throws IOException {
    arena.beginRecord();
    write(text);
    return arena.endRecord(text.length(), 0);
  }

  private String key(int location) {
    byte[] block = arena.block(location);
    int record = arena.offset(location);
    int from = record + RecordLayout.HEADER;
    return new String(block, from, RecordLayout.keyLength(block, record), StandardCharsets.UTF_8);
  }

  @Test
  void forgetsADroppedRecord() throws IOException {
    int first = add("first");
    arena.beginRecord();
    write("dropped");
    arena.dropRecord();
    int second = add("second");
    assertThat(key(first)).isEqualTo("first");
    assertThat(key(second)).isEqualTo("second");
    assertThat(second - first).isEqualTo(RecordLayout.HEADER + "first".length());
  }

  @Test
  void forgetsADroppedRecordThatWasTooLargeForABuffer() throws IOException {
    int first = add("first");
    arena.beginRecord();
    arena.write(new byte[3 * BYTES], 0, 3 * BYTES);
    arena.dropRecord();
    assertThat(pool.lent()).isEqualTo(1);
    int second = add("second");
    assertThat(key(first)).isEqualTo("first");
    assertThat(key(second)).isEqualTo("second");
  }

  @Test
  void retainsTheWaitingRecordWhenItIsCleared() throws IOException {
    add("a".repeat(4000));
    add("b".repeat(4000));
    assertThat(add("c".repeat(4000))).isEqualTo(RecordArena.WAITING);
    arena.clear();
    assertThat(pool.lent()).isZero();
    assertThat(key(arena.placeWaiting())).isEqualTo("c".repeat(4000));
    assertThat(pool.lent()).isEqualTo(1);
  }

  /**
   * A task fails while it makes room, for example because of a disk error; then the next task
   * begins.
   */
  @Test
  void forgetsARecordThatStillWaitsWhenTheNextTaskBegins() throws IOException {
    add("a".repeat(4000));
    add("b".repeat(4000));
    assertThat(add("of the failed task")).isNotEqualTo(RecordArena.WAITING);
    assertThat(add("of the failed task" + "c".repeat(200))).isEqualTo(RecordArena.WAITING);
    arena.clear();
    assertThat(key(add("of the next task"))).isEqualTo("of the next task");
  }

  /** A key's write method throws, so the record is neither ended nor dropped. */
  @Test
  void forgetsAnUnfinishedRecordWhenTheNextBegins() throws IOException {
    arena.beginRecord();
    arena.write(new byte[3 * BYTES], 0, 3 * BYTES);
    arena.clear();
    assertThat(key(add("next"))).isEqualTo("next");
    arena.beginRecord();
    write("unfinished");
    assertThat(key(add("another"))).isEqualTo("another");
  }

  @Test
  void chargesARecordLargerThanThePoolUntilItIsReleased() throws IOException {
    assertThat(add("x".repeat(5 * BYTES))).isEqualTo(RecordArena.WAITING);
    arena.clear();
    int location = arena.placeWaiting();
    assertThat(pool.lent()).isGreaterThanOrEqualTo(6);
    assertThat(key(location)).hasSize(5 * BYTES);
    arena.clear();
    assertThat(pool.lent()).isZero();
  }

  @Test
  void doesNotWriteOutsideItsBuffers() throws IOException {
    byte[] lent = pool.tryTake();
    Arrays.fill(lent, (byte) 0x55);
    pool.give(lent);
    int location = add("guarded");
    assertThat(arena.block(location)).isSameAs(lent);
    int end = RecordLayout.HEADER + "guarded".length();
    for (int i = end; i < BYTES; i++) {
      assertThat(lent[i]).isEqualTo((byte) 0x55);
    }
  }
}
