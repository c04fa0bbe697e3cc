// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Instant;
import java.util.Optional;
import org.athanor.scheduler.clusters.PowerDown;

/** What shall be done for a node after its state was committed. */
public sealed interface Command {

  /**
   * Run a command of the user. Gives {@link Event.HookEnded}.
   *
   * @param serial larger than that of each earlier command of the node
   * @param until when HDFS's maintenance ends, if it is known
   * @param first of the node's commands that may still run, and must be ended before: those from
   *     here to {@code serial - 1}
   */
  record RunHook(PowerDown.Hook hook, int serial, Optional<Instant> until, int first)
      implements Command {}

  /** Tell the user. */
  record Notify(String text) implements Command {}
}
