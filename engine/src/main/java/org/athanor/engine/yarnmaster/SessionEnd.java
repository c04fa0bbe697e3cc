// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;

/** Why a session ends: the first reason counts. Thread-safe. */
final class SessionEnd {
  /**
   * The end.
   *
   * @param reason one line
   * @param status of the application
   */
  record Reason(String reason, FinalApplicationStatus status) {}

  private final CompletableFuture<Reason> reason = new CompletableFuture<>();

  void because(String line, FinalApplicationStatus status) {
    reason.complete(new Reason(line, status));
  }

  /** Waits for a reason; returns null if there is none in time. */
  Reason await(long millis) throws InterruptedException {
    try {
      return reason.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // It is never completed with an exception.
    }
  }
}
