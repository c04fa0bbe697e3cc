// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StreamRecordTest {
  @Test
  void hasScheduledTimeNumberAndDimensions() {
    ByteBuffer record = ByteBuffer.wrap(StreamRecord.of(7, 42, 1_700_000_000_000_000_001L));
    assertThat(record.remaining()).isEqualTo(80);
    assertThat(record.getLong()).isEqualTo(1_700_000_000_000_000_001L);
    assertThat(record.getLong()).isEqualTo(42);
    for (int dimension = 0; dimension < StreamRecord.DIMENSIONS; dimension++) {
      assertThat(StreamRecord.dimension(record.array(), dimension))
          .isEqualTo(record.getLong())
          .isEqualTo(StreamRecord.value(7, 42, dimension));
    }
  }

  @Test
  void dependsOnSeedNumberAndDimension() {
    assertThat(
            LongStream.of(
                    StreamRecord.value(1, 1, 0),
                    StreamRecord.value(1, 1, 1),
                    StreamRecord.value(1, 2, 0),
                    StreamRecord.value(2, 1, 0))
                .distinct()
                .count())
        .isEqualTo(4);
  }

  /** The mean of n numbers spread evenly over 2³² has the standard error 2³² / √(12 n). */
  @Test
  void isSpreadEvenlyOverTheWholeRange() {
    int n = 100_000;
    double mean = LongStream.range(0, n).map(i -> StreamRecord.value(1, i, 3)).average().orElse(1);
    assertThat(mean).isBetween(-5 * 0x1p32 / Math.sqrt(12.0 * n), 5 * 0x1p32 / Math.sqrt(12.0 * n));
    assertThat(LongStream.range(0, n).map(i -> StreamRecord.value(1, i, 3)).max().orElse(0))
        .isBetween((1L << 31) / 100 * 99, (1L << 31) - 1);
  }

  @Test
  void rejectsARecordOfAnotherLength() {
    assertThatThrownBy(() -> StreamRecord.dimension(new byte[79], 0))
        .hasMessage("a record has 79 bytes; must be 80");
  }
}
