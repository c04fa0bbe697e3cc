// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a node.
 *
 * @param phase where it is
 * @param since when it came there
 * @param reason why it is there, or what is wrong; for people
 * @param serial of the last command or question
 * @param first of the commands that may still run, if {@code open}
 * @param open whether that has not ended
 * @param next when {@link Event.Tick} is due; empty for never
 * @param until when HDFS's maintenance of the node ends; empty if it is in none
 * @param failures how often in turn it did not come back
 * @param paused whether nothing is done before {@code next}, when bringing it back is tried again
 * @param wake why it is needed though it is being switched off; empty if it is not
 * @param quiet before that it is not switched off again
 * @param doubt that HDFS heard of it until then says nothing: it may have been on its way to off;
 *     the epoch if it was never switched off
 */
public record NodeState(
    Phase phase,
    Instant since,
    String reason,
    int serial,
    int first,
    boolean open,
    Optional<Instant> next,
    Optional<Instant> until,
    int failures,
    boolean paused,
    Optional<String> wake,
    Instant quiet,
    Instant doubt) {

  /** A node that is on, and with which nothing was ever done. */
  public static NodeState on(Instant now) {
    return new NodeState(
        Phase.ON,
        now,
        "",
        0,
        0,
        false,
        Optional.empty(),
        Optional.empty(),
        0,
        false,
        Optional.empty(),
        Instant.EPOCH,
        Instant.EPOCH);
  }

  NodeState to(Phase phase, Instant now, String reason, Optional<Instant> next) {
    return new NodeState(
        phase,
        now,
        reason,
        serial,
        first,
        open,
        next,
        until,
        failures,
        false,
        Optional.empty(),
        quiet,
        doubt);
  }

  NodeState asking() {
    return new NodeState(
        phase,
        since,
        reason,
        serial + 1,
        open ? first : serial + 1,
        true,
        next,
        until,
        failures,
        paused,
        wake,
        quiet,
        doubt);
  }

  NodeState answered() {
    return new NodeState(
        phase, since, reason, serial, first, false, next, until, failures, paused, wake, quiet,
        doubt);
  }

  /** Nothing is done before a moment; then bringing it back is tried again. */
  NodeState pausedUntil(Instant again, String why) {
    return new NodeState(
        phase,
        since,
        why,
        serial,
        first,
        open,
        Optional.of(again),
        until,
        failures + 1,
        true,
        wake,
        quiet,
        doubt);
  }

  NodeState until(Optional<Instant> end) {
    return new NodeState(
        phase, since, reason, serial, first, open, next, end, failures, paused, wake, quiet, doubt);
  }

  NodeState failed(int count) {
    return new NodeState(
        phase, since, reason, serial, first, open, next, until, count, paused, wake, quiet, doubt);
  }

  NodeState wanted(String why) {
    return new NodeState(
        phase,
        since,
        reason,
        serial,
        first,
        open,
        next,
        until,
        failures,
        paused,
        Optional.of(why),
        quiet,
        doubt);
  }

  NodeState quietUntil(Instant time) {
    return new NodeState(
        phase, since, reason, serial, first, open, next, until, failures, paused, wake, time,
        doubt);
  }

  NodeState doubtedUntil(Instant time) {
    return new NodeState(
        phase, since, reason, serial, first, open, next, until, failures, paused, wake, quiet,
        time);
  }

  NodeState because(String why) {
    return new NodeState(
        phase, since, why, serial, first, open, next, until, failures, paused, wake, quiet, doubt);
  }
}
