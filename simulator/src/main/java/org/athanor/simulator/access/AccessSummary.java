// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.List;

/**
 * Reads, or writes, as TestDFSIO counts them. All but the counts are of those that did not fail.
 *
 * @param accesses that ended
 * @param failed of them
 * @param bytes of all files
 * @param throughput bytes by the sum of the accesses' seconds, in bytes per second; 0 if there were
 *     none
 * @param meanRate the mean of the accesses' bytes per second, without those that took no time
 * @param meanSeconds of an access
 * @param longestSeconds of an access
 */
public record AccessSummary(
    int accesses,
    int failed,
    double bytes,
    double throughput,
    double meanRate,
    double meanSeconds,
    double longestSeconds) {

  /** The summary of reads, or of writes. */
  public static AccessSummary of(List<AccessRecord> records, boolean writes) {
    List<AccessRecord> ended = records.stream().filter(each -> each.writes() == writes).toList();
    List<AccessRecord> done = ended.stream().filter(each -> !each.failed()).toList();
    double bytes = done.stream().mapToDouble(AccessRecord::bytes).sum();
    double seconds = done.stream().mapToDouble(AccessRecord::seconds).sum();
    return new AccessSummary(
        ended.size(),
        ended.size() - done.size(),
        bytes,
        seconds == 0 ? 0 : bytes / seconds,
        done.stream()
            .filter(each -> each.seconds() > 0)
            .mapToDouble(AccessRecord::rate)
            .average()
            .orElse(0),
        done.isEmpty() ? 0 : seconds / done.size(),
        done.stream().mapToDouble(AccessRecord::seconds).max().orElse(0));
  }
}
