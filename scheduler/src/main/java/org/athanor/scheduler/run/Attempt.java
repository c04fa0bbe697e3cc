// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Instant;
import java.util.Optional;
import org.athanor.scheduler.policy.Access;

/**
 * The last attempt of a job.
 *
 * @param number from 1, never used again in the run; 0 if there was none
 * @param cluster where it runs
 * @param access how it gets its input; {@link Access#STAGE} until the copy has ended
 * @param process the wrapper of its driver
 * @param started when it was told to go
 * @param exitCode that of the driver; empty if it has not ended, or vanished
 * @param killing why it is being ended; empty if it is not
 * @param killedAt when it was first told to end; empty also if only an older version knew
 * @param asks how often the ResourceManager knew no application since the process ended
 */
public record Attempt(
    int number,
    String cluster,
    Access access,
    Optional<ProcessId> process,
    Optional<Instant> started,
    Optional<Integer> exitCode,
    Optional<String> killing,
    Optional<Instant> killedAt,
    int asks) {
  /** Before the first attempt. */
  public static final Attempt NONE = next(0, "", Access.LOCAL);

  /** An attempt that has not been launched. */
  static Attempt next(int number, String cluster, Access access) {
    return new Attempt(
        number,
        cluster,
        access,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0);
  }

  Attempt with(Access other) {
    return new Attempt(number, cluster, other, process, started, exitCode, killing, killedAt, asks);
  }

  Attempt withProcess(ProcessId id, Instant now) {
    return new Attempt(
        number,
        cluster,
        access,
        Optional.of(id),
        Optional.of(now),
        exitCode,
        killing,
        killedAt,
        asks);
  }

  Attempt withExitCode(int code) {
    return new Attempt(
        number, cluster, access, process, started, Optional.of(code), killing, killedAt, asks);
  }

  /** Being ended; the first reason and the first moment count. */
  Attempt killedFor(String reason, Instant now) {
    return new Attempt(
        number,
        cluster,
        access,
        process,
        started,
        exitCode,
        Optional.of(killing.orElse(reason)),
        killing.isPresent() ? killedAt : Optional.of(now),
        asks);
  }

  /**
   * Whether the next answer about it is the last one: nobody asks again if it says that there is no
   * application.
   */
  public boolean isAskedLast() {
    return asks + 1 >= Transition.MOST_ASKS;
  }

  Attempt withAsks(int count) {
    return new Attempt(
        number, cluster, access, process, started, exitCode, killing, killedAt, count);
  }
}
