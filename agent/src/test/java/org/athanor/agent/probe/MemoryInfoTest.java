// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemoryInfoTest {

  /** 100 of 1,000 kB are free; the cache has 300 + 50 + 30 kB, of which 20 kB are shared memory. */
  @Test
  void usedAndCachedAndFreeAddUpToAllMemory() {
    MemoryInfo memory =
        MemoryInfo.parse(
            Text.of(
                "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 400 kB\nBuffers: 50 kB\n"
                    + "Cached: 300 kB\nSwapCached: 7 kB\nSwapTotal: 500 kB\nSwapFree: 480 kB\n"
                    + "Shmem: 20 kB\nSReclaimable: 30 kB\n"));
    assertThat(memory).isEqualTo(new MemoryInfo((1000 - 100 - 360) * 1024, 360 * 1024, 20 * 1024));
  }

  @Test
  void readsARealFile() throws IOException {
    MemoryInfo memory = MemoryInfo.parse(Fixtures.text("virtual-machine/proc/meminfo"));
    String file = Fixtures.text("virtual-machine/proc/meminfo").toString();
    long total = kilobytes(file, "MemTotal");
    long free = kilobytes(file, "MemFree");
    assertThat(memory.used() + memory.cached()).isEqualTo((total - free) * 1024);
    assertThat(memory.swapUsed()).isZero();
  }

  private static long kilobytes(String file, String name) {
    return file.lines()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
