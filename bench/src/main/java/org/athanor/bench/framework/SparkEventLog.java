// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.athanor.bench.counter.SparkEvents;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;

/**
 * The event logs that Spark's drivers write on the master. They are in a directory of their own,
 * which is empty between trials. If it could not be emptied, the next trial's logs cannot be told
 * from those in it, and are not used.
 */
final class SparkEventLog implements SparkOutput.EventLog {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private static final int UNREADABLE = 3;

  /**
   * Prints the logs, reduced by the script {@code $2}, and removes all files. Ends with {@value
   * #UNREADABLE} if only the first has failed.
   */
  private static final String TAKE =
      "status=0; export LC_ALL=C; for log in \"$1\"/*; do [ ! -f \"$log\" ] || sed -n \"$2\""
          + " \"$log\" || status="
          + UNREADABLE
          + "; done; find \"$1\" -mindepth 1 -delete || exit 1; exit $status";

  private final Site site;
  private final Workspace workspace;

  /** Whether logs of an earlier trial may still be there. */
  private boolean left;

  SparkEventLog(Site site, Workspace workspace) {
    this.site = site;
    this.workspace = workspace;
  }

  /** The settings with which drivers write such logs: whole, in one file each. */
  static Map<String, String> settings(Workspace workspace) {
    return Map.of(
        "spark.eventLog.enabled", "true",
        "spark.eventLog.dir", workspace.events().toUri().toString(),
        "spark.eventLog.compress", "false",
        "spark.eventLog.rolling.enabled", "false");
  }

  @Override
  public String take() throws IOException, InterruptedException {
    Command command =
        Command.of("sh", "-c", TAKE, "sh", workspace.events().toString(), SparkEvents.REDUCTION);
    boolean earlier = left;
    left = true;
    CommandResult result = site.master().run(site.mark(), command, TIMEOUT);
    left = result.status() != 0 && result.status() != UNREADABLE;
    if (result.status() != 0) {
      throw new IOException("event logs of Spark: " + result.errors().strip());
    }
    if (earlier) {
      throw new IOException("event logs of Spark: those of an earlier trial were among them");
    }
    return result.output();
  }
}
