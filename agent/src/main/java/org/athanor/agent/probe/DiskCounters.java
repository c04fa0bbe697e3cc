// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a disk did since the boot, from {@code /proc/diskstats}.
 *
 * @param busyMillis time during which at least one operation was under way
 */
record DiskCounters(long reads, long bytesRead, long writes, long bytesWritten, long busyMillis) {

  /** Bytes of the unit in which the kernel counts, whatever the sector size of a disk is. */
  private static final long SECTOR = 512;

  static final DiskCounters ZERO = new DiskCounters(0, 0, 0, 0, 0);

  /** The counters of some of the devices. */
  static Map<String, DiskCounters> parse(Text diskstats, Set<String> devices) {
    Map<String, DiskCounters> counters = new TreeMap<>();
    while (!diskstats.atEnd()) {
      diskstats.number();
      diskstats.number();
      String device = diskstats.word();
      if (devices.contains(device)) {
        long reads = diskstats.number();
        diskstats.number();
        long sectorsRead = diskstats.number();
        diskstats.number();
        long writes = diskstats.number();
        diskstats.number();
        long sectorsWritten = diskstats.number();
        diskstats.number();
        diskstats.number();
        long busy = diskstats.number();
        counters.put(
            device,
            new DiskCounters(reads, sectorsRead * SECTOR, writes, sectorsWritten * SECTOR, busy));
      }
      diskstats.nextLine();
    }
    return counters;
  }

  DiskCounters since(DiskCounters earlier) {
    return new DiskCounters(
        Counter.since32(reads, earlier.reads),
        bytesRead - earlier.bytesRead,
        Counter.since32(writes, earlier.writes),
        bytesWritten - earlier.bytesWritten,
        Counter.since32(busyMillis, earlier.busyMillis));
  }

  DiskCounters plus(DiskCounters other) {
    return new DiskCounters(
        reads + other.reads,
        bytesRead + other.bytesRead,
        writes + other.writes,
        bytesWritten + other.bytesWritten,
        busyMillis + other.busyMillis);
  }
}
