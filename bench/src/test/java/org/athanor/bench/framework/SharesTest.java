// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class SharesTest {

  /** 6144 = 1024 for the coordinator + 2 tasks of 2560; the heap of a task is 0.8 of its memory. */
  @Test
  void twoCoresAndSixGigabytes() {
    Shares shares = new Shares(1, 2, 6144);
    assertThat(shares.coordinator()).isEqualTo(1024);
    assertThat(shares.workers()).isEqualTo(5120);
    assertThat(shares.task()).isEqualTo(2560);
    assertThat(shares.taskHeap()).isEqualTo(2048);
    assertThat(shares.sortBuffer()).isEqualTo(512);
    assertThat(shares.heap(6144)).isEqualTo(5585);
    assertThat(shares.totalCores()).isEqualTo(2);
  }

  /**
   * On a node without the coordinator: (1024 + 16 × 1920) / 1920 = 16.5, so 16 tasks run there,
   * too.
   */
  @Test
  void aNodeWithoutTheCoordinatorRunsNoAdditionalTask() {
    for (int cores = 1; cores <= 64; cores++) {
      for (int memory = 1536 * (cores + 1); memory <= 8192 * cores; memory += 1000) {
        Shares shares = new Shares(3, cores, memory);
        assertThat(shares.containers() / shares.task()).isEqualTo(cores);
        assertThat(shares.containers()).isLessThanOrEqualTo(memory);
      }
    }
    assertThat(new Shares(2, 16, 32768).containers()).isEqualTo(1024 + 16 * 1920);
  }

  @Test
  void smallMemoryLeavesAtLeastHalfToTheHeap() {
    Shares shares = new Shares(1, 1, 512);
    assertThat(shares.heap(512)).isEqualTo(256);
    assertThat(shares.heap(1024)).isEqualTo(640);
    assertThat(shares.heap(11_000)).isEqualTo(10_000);
  }

  /**
   * Of 6144 MB, 614 MB overhead and 256 MB metaspace leave 5274 MB: 2109 MB managed, 527 MB
   * network, 128 MB off-heap, and 2510 MB heap.
   */
  @Test
  void flinksLocalModeDividesMemoryAsATaskManagerDoes() {
    assertThat(FlinkMemory.of(6144)).isEqualTo(new FlinkMemory(2510, 2109, 527));
  }
}
