// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.util.Optional;

/** What happened to a node. Answers to earlier questions are ignored. */
public sealed interface Event {

  /** The node is not needed. */
  record Sleep(String reason) implements Event {}

  /**
   * The node is needed.
   *
   * @param risk whether that is because HDFS has too few replicas of something; then a node that
   *     goes into maintenance may be the cause, and is left on for some time
   */
  record Wake(String reason, boolean risk) implements Event {}

  /**
   * A command ended.
   *
   * @param serial that of {@link Command.RunHook}
   * @param failure why it failed, as one line; empty if it did not
   * @param runs whether processes of it, or of an earlier command of the node, may still run; then
   *     it has failed
   */
  record HookEnded(int serial, Optional<String> failure, boolean runs) implements Event {}

  /**
   * Whether files stay available without the node.
   *
   * @param serial that of {@link NodeState#serial} when it was asked
   * @param refusal why not, as one line; empty if they do
   */
  record Answered(int serial, Optional<String> refusal) implements Event {}

  /** HDFS and YARN said how the node is. */
  record Seen(NodeHealth health) implements Event {}

  /** Time passed. */
  record Tick() implements Event {}

  /** The scheduler was started again; commands may have been carried out or not, or still run. */
  record Restarted() implements Event {}
}
