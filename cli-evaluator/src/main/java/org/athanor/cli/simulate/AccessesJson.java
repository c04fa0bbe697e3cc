// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.access.AccessSummary;

/** Reads and writes of clients as members of a variant. */
final class AccessesJson {
  private AccessesJson() {}

  /** Adds {@code writes} and {@code reads}, as far as there are any. */
  static void add(Map<String, Object> members, List<AccessRecord> records) {
    add(members, "writes", AccessSummary.of(records, true));
    add(members, "reads", AccessSummary.of(records, false));
  }

  private static void add(Map<String, Object> members, String name, AccessSummary summary) {
    if (summary.accesses() == 0) {
      return;
    }
    Map<String, Object> some = new LinkedHashMap<>();
    some.put("files", summary.accesses());
    some.put("failed", summary.failed());
    some.put("bytes", summary.bytes());
    some.put("throughputBytesPerSecond", summary.throughput());
    some.put("meanRateBytesPerSecond", summary.meanRate());
    some.put("meanSeconds", summary.meanSeconds());
    some.put("longestSeconds", summary.longestSeconds());
    members.put(name, some);
  }
}
