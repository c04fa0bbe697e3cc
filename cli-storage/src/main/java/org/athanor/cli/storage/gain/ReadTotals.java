// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.run.RunResult;
import org.athanor.storage.tier.DeviceType;

/**
 * Sums over reads.
 *
 * @param reads number
 * @param seconds of all
 * @param bytes of all
 * @param ssdBytes of them that came from SSD
 */
record ReadTotals(long reads, double seconds, double bytes, double ssdBytes) {
  static final ReadTotals NONE = new ReadTotals(0, 0, 0, 0);

  static ReadTotals of(RunResult result) {
    return new ReadTotals(
        result.accesses().size(),
        result.accesses().stream().mapToDouble(AccessRecord::seconds).sum(),
        result.accesses().stream().mapToDouble(AccessRecord::bytes).sum(),
        result.readBytes().getOrDefault(DeviceType.SSD, 0.0));
  }

  ReadTotals plus(ReadTotals other) {
    return new ReadTotals(
        reads + other.reads,
        seconds + other.seconds,
        bytes + other.bytes,
        ssdBytes + other.ssdBytes);
  }

  /** Seconds of a read; 0 if there is none. */
  double meanSeconds() {
    return reads == 0 ? 0 : seconds / reads;
  }

  /** Bytes by the sum of the reads' seconds, per second; 0 if they took no time. */
  double throughput() {
    return seconds == 0 ? 0 : bytes / seconds;
  }

  /** The part of the bytes that came from SSD, from 0 to 1. */
  double ssdShare() {
    return bytes == 0 ? 0 : ssdBytes / bytes;
  }
}
