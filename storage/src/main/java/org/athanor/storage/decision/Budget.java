// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

/** Bytes that may be taken, and those that were. */
final class Budget {
  private final long total;
  private long used;

  Budget(long total) {
    this.total = total;
  }

  long used() {
    return used;
  }

  /** Takes bytes even if they are more than the rest. */
  void charge(long bytes) {
    used = Math.addExact(used, bytes);
  }

  /** Takes bytes if they are not more than the rest. */
  boolean take(long bytes) {
    if (bytes > total - used) {
      return false;
    }
    used += bytes;
    return true;
  }

  /** How many pieces fit into the rest, at most {@code most}. */
  int fitting(long bytesEach, int most) {
    if (bytesEach == 0) {
      return most;
    }
    return (int) Math.max(0, Math.min(most, (total - used) / bytesEach));
  }
}
