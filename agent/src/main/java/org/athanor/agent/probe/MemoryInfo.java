// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

/**
 * Memory of this machine, from {@code /proc/meminfo}, in bytes. Used, cached and free memory add up
 * to all memory. Used memory contains neither the page cache nor what the kernel frees on demand.
 * Cached memory does not contain shared memory, which cannot be dropped.
 *
 * @param cached page cache, buffers, and reclaimable slabs
 */
record MemoryInfo(long used, long cached, long swapUsed) {

  static MemoryInfo parse(Text meminfo) {
    long total = 0;
    long free = 0;
    long cache = 0;
    long shared = 0;
    long swap = 0;
    while (!meminfo.atEnd()) {
      if (meminfo.take("MemTotal:")) {
        total = meminfo.number();
      } else if (meminfo.take("MemFree:")) {
        free = meminfo.number();
      } else if (meminfo.take("Buffers:")
          || meminfo.take("Cached:")
          || meminfo.take("SReclaimable:")) {
        cache += meminfo.number();
      } else if (meminfo.take("Shmem:")) {
        shared = meminfo.number();
      } else if (meminfo.take("SwapTotal:")) {
        swap += meminfo.number();
      } else if (meminfo.take("SwapFree:")) {
        swap -= meminfo.number();
      }
      meminfo.nextLine();
    }
    long cached = Math.max(0, cache - shared);
    return new MemoryInfo((total - free - cached) * 1024, cached * 1024, swap * 1024);
  }
}
