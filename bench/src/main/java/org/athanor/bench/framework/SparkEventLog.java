// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.List;
import java.util.Map;
import org.athanor.bench.counter.SparkEvents;

/** The event logs that Spark's drivers write on the master. */
final class SparkEventLog {

  private SparkEventLog() {}

  /** The settings with which drivers write such logs: whole, in one file each. */
  static Map<String, String> settings(Workspace workspace) {
    return Map.of(
        "spark.eventLog.enabled", "true",
        "spark.eventLog.dir", workspace.events().toUri().toString(),
        "spark.eventLog.compress", "false",
        "spark.eventLog.rolling.enabled", "false");
  }

  /** The logs of a deployment whose drivers have the {@link #settings}. */
  static EventFiles of(Site site, Workspace workspace) {
    return new EventFiles(
        List.of(site.master()),
        site.mark(),
        workspace,
        "event logs of Spark",
        "exec sed -n '" + SparkEvents.REDUCTION + "' \"$@\"");
  }
}
