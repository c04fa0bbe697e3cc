// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadSummaryTest {
  /** 12 MB in 6 s are 2 MB/s; 3 of 12 MB came from SSD; times 1, 2, 6: mean 3, median 2. */
  @Test
  void sumsUpReads() {
    List<MeasuredRead> reads =
        List.of(
            new MeasuredRead(4_000_000, 0, 6),
            new MeasuredRead(4_000_000, 1_000_000, 1),
            new MeasuredRead(4_000_000, 2_000_000, 2));
    assertThat(LoadSummary.of(reads, 6)).isEqualTo(new LoadSummary(3, 12_000_000, 3, 2, 2e6, 0.25));
  }

  @Test
  void takesTheMeanOfTheTwoMiddleTimes() {
    List<MeasuredRead> reads =
        List.of(
            new MeasuredRead(1, 0, 8),
            new MeasuredRead(1, 0, 1),
            new MeasuredRead(1, 0, 4),
            new MeasuredRead(1, 0, 3));
    assertThat(LoadSummary.of(reads, 8).medianSeconds()).isEqualTo(3.5);
  }

  @Test
  void refusesWhatHasNoRate() {
    assertThatThrownBy(() -> LoadSummary.of(List.of(), 1))
        .hasMessage("0 bytes in 1.0 s: both must be above 0");
    assertThatThrownBy(() -> LoadSummary.of(List.of(new MeasuredRead(5, 0, 1)), 0))
        .hasMessage("5 bytes in 0.0 s: both must be above 0");
  }
}
