// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class SharesTest {

  /** One worker on each node, with a task for each core. */
  private static Shares shares(int nodes, int cores, int memory) {
    return new Shares(nodes, memory, 1, cores);
  }

  /** 6144 = 1024 for the coordinator + 2 tasks of 2560; the heap of a task is 0.8 of its memory. */
  @Test
  void twoCoresAndSixGigabytes() {
    Shares shares = shares(1, 2, 6144);
    assertThat(shares.coordinator()).isEqualTo(1024);
    assertThat(shares.workers()).isEqualTo(5120);
    assertThat(shares.task()).isEqualTo(2560);
    assertThat(shares.taskHeap()).isEqualTo(2048);
    assertThat(shares.sortBuffer()).isEqualTo(512);
    assertThat(shares.heap(6144)).isEqualTo(5585);
    assertThat(shares.totalTasks()).isEqualTo(2);
  }

  /**
   * On a node without the coordinator: (1024 + 16 × 1920) / 1920 = 16.5, so 16 tasks run there,
   * too.
   */
  @Test
  void aNodeWithoutTheCoordinatorRunsNoAdditionalTask() {
    for (int cores = 1; cores <= 64; cores++) {
      for (int memory = 1536 * (cores + 1); memory <= 8192 * cores; memory += 1000) {
        Shares shares = shares(3, cores, memory);
        assertThat(shares.containers() / shares.task()).isEqualTo(cores);
        assertThat(shares.containers()).isLessThanOrEqualTo(memory);
      }
    }
    assertThat(shares(2, 16, 32768).containers()).isEqualTo(1024 + 16 * 1920);
  }

  /**
   * However it is divided, all processes of a node have the same memory together, and a node has
   * room for them and a coordinator, but for no process more.
   */
  @Test
  void theSumOfANodeDoesNotDependOnTheNumberOfItsProcesses() {
    for (int processes = 1; processes <= 12; processes++) {
      for (int threads = 1; threads <= 12; threads++) {
        int tasks = processes * threads;
        for (int memory = 1536 * (tasks + 1); memory <= 4096 * tasks; memory += 1000) {
          Shares shares = new Shares(3, memory, processes, tasks);
          assertThat(shares.threads()).isEqualTo(threads);
          assertThat(processes * shares.process()).isEqualTo(shares.workers());
          assertThat(shares.workers()).isEqualTo(new Shares(3, memory, 1, tasks).workers());
          assertThat(shares.containers() / shares.process()).isEqualTo(processes);
        }
      }
    }
  }

  /** 12288 = 1024 for the coordinator + 8 tasks of 1408; two workers have four of these each. */
  @Test
  void saysInWordsHowANodeIsDivided() {
    Shares shares = new Shares(3, 12288, 2, 8);
    assertThat(shares.threaded("executor")).isEqualTo("2 executors of 5632 MB, each for 4 tasks");
    assertThat(shares.single())
        .isEqualTo("8 processes of 1408 MB, each for 1 task; workersPerNode has no effect");
    assertThat(shares.wholeNode()).isEqualTo("1 process of 12288 MB for 8 tasks");
    assertThat(shares(3, 8, 12288).threaded("Worker"))
        .isEqualTo("1 Worker of 11264 MB for 8 tasks");
  }

  @Test
  void smallMemoryLeavesAtLeastHalfToTheHeap() {
    Shares shares = shares(1, 1, 512);
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
