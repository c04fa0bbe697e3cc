// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.athanor.cli.simulated.DeviceNames;
import org.athanor.simulator.access.AccessSummary;
import org.athanor.simulator.run.RunResult;
import org.athanor.simulator.run.Scenario;
import org.athanor.simulator.run.ThroughputBounds;
import org.athanor.storage.tier.DeviceType;

/** Reads and writes of clients as members of a variant. */
final class AccessesJson {
  private AccessesJson() {}

  /** Adds {@code writes} and {@code reads}, as far as there are any. */
  static void add(Map<String, Object> members, Scenario scenario, RunResult result) {
    AccessSummary writes = AccessSummary.of(result.accesses(), true);
    if (writes.accesses() > 0) {
      members.put("writes", members(writes, bound(scenario, result, true)));
    }
    AccessSummary reads = AccessSummary.of(result.accesses(), false);
    if (reads.accesses() > 0) {
      Map<String, Object> some = members(reads, bound(scenario, result, false));
      Map<String, Object> from = new LinkedHashMap<>();
      for (DeviceType type : DeviceType.values()) {
        if (result.readBytes().containsKey(type)) {
          from.put(DeviceNames.of(type), result.readBytes().get(type));
        }
      }
      some.put("bytesFrom", from);
      members.put("reads", some);
    }
  }

  private static OptionalDouble bound(Scenario scenario, RunResult result, boolean writes) {
    return ThroughputBounds.of(scenario, result.accesses(), writes);
  }

  private static Map<String, Object> members(AccessSummary summary, OptionalDouble bound) {
    Map<String, Object> some = new LinkedHashMap<>();
    some.put("files", summary.accesses());
    some.put("failed", summary.failed());
    some.put("bytes", summary.bytes());
    some.put("throughputBytesPerSecond", summary.throughput());
    bound.ifPresent(most -> some.put("boundBytesPerSecond", most));
    some.put("meanRateBytesPerSecond", summary.meanRate());
    some.put("meanSeconds", summary.meanSeconds());
    some.put("longestSeconds", summary.longestSeconds());
    return some;
  }
}
