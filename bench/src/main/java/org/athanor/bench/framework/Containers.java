// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** What is known about the containers that YARN has started for a trial, after it. */
enum Containers {
  /** All have ended, and have written what they write. */
  ENDED(""),
  RUNNING("a container of the trial has not ended"),
  UNKNOWN("YARN does not tell whether the containers of the trial have ended");

  private static final String METRICS = "/ws/v1/cluster/metrics";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final String problem;

  Containers(String problem) {
    this.problem = problem;
  }

  /** Why records of the trial may be missing; empty if none are. */
  String problem() {
    return problem;
  }

  /** Waits for the containers of a trial, for some time. */
  interface Wait {
    Containers await() throws IOException, InterruptedException;
  }

  /**
   * Waits until no container is left, for at most 30 s. A client may end before the
   * ApplicationMaster, which writes its last records when it ends.
   */
  static Wait of(DaemonServer resourceManager) {
    return of(resourceManager, PATIENCE, PAUSE);
  }

  /**
   * Waits until no container is left.
   *
   * @param patience how long
   * @param pause between questions
   */
  static Wait of(DaemonServer resourceManager, Duration patience, Duration pause) {
    return () -> {
      long start = System.nanoTime();
      while (true) {
        Containers known = ask(resourceManager);
        if (known == ENDED
            || (known == UNKNOWN && resourceManager.hasEnded())
            || System.nanoTime() - start >= patience.toNanos()) {
          return known;
        }
        TimeUnit.NANOSECONDS.sleep(pause.toNanos());
      }
    };
  }

  private static Containers ask(DaemonServer resourceManager)
      throws IOException, InterruptedException {
    Optional<JsonNode> left =
        resourceManager
            .ask(METRICS)
            .map(answer -> answer.path("clusterMetrics").path("containersAllocated"))
            .filter(JsonNode::isNumber);
    if (left.isEmpty()) {
      return UNKNOWN;
    }
    return left.get().asLong() == 0 ? ENDED : RUNNING;
  }
}
