// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long files have not changed, by the daemon's own clock, which nobody sets. Only time counts
 * in which the daemon looked: what passes between two looks counts as a third of the lease at most,
 * so that a daemon that was busy, or had no answer from the NameNode, ends nobody's request. For
 * one thread.
 */
final class Leases {
  private static final int LEAST_LOOKS = 3;

  private final long leaseNanos;
  private final Map<String, Watch> watches = new HashMap<>();
  private long lookedNanos;
  private boolean hasLooked;

  private static final class Watch {
    long stamp;
    long silentNanos;
  }

  Leases(Duration lease) {
    this.leaseNanos = lease.toNanos();
  }

  /** Takes a look: files that are not in it are forgotten. */
  void look(List<RequestBox.Entry> entries, long nowNanos) {
    long passed =
        hasLooked ? Math.min(Math.max(0, nowNanos - lookedNanos), leaseNanos / LEAST_LOOKS) : 0;
    hasLooked = true;
    lookedNanos = nowNanos;
    Map<String, Watch> before = new HashMap<>(watches);
    watches.clear();
    for (RequestBox.Entry entry : entries) {
      Watch watch = before.get(entry.name());
      if (watch == null || watch.stamp != entry.stamp()) {
        watch = new Watch();
        watch.stamp = entry.stamp();
      } else {
        watch.silentNanos += passed;
      }
      watches.put(entry.name(), watch);
    }
  }

  /** Whether a file of the last look has not changed for the lease. */
  boolean hasEnded(String name) {
    Watch watch = watches.get(name);
    return watch != null && watch.silentNanos >= leaseNanos;
  }
}
