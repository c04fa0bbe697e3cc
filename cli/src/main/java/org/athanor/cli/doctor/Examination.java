// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs checks one after the other, each on a daemon thread of its own and for a bounded time:
 * Hadoop may try to reach a server for many minutes. For one thread.
 */
final class Examination {
  /** What a check has found. */
  record Result(String subject, Finding finding) {}

  private final Duration limit;

  /**
   * @param limit of each check
   */
  Examination(Duration limit) {
    this.limit = limit;
  }

  /**
   * Runs checks.
   *
   * @param each is told each result as soon as it is known
   * @return the worst level
   */
  Finding.Level run(List<Check> checks, Consumer<Result> each) throws InterruptedException {
    Finding.Level worst = Finding.Level.OK;
    for (Check check : checks) {
      Finding finding = run(check);
      each.accept(new Result(check.subject(), finding));
      worst = finding.level().compareTo(worst) > 0 ? finding.level() : worst;
    }
    return worst;
  }

  private Finding run(Check check) throws InterruptedException {
    CompletableFuture<Finding> found = new CompletableFuture<>();
    Thread thread = new Thread(() -> look(check, found), "athanor-check");
    thread.setDaemon(true);
    thread.start();
    try {
      return found.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      thread.interrupt();
      return Finding.problem("no answer within " + limit.toSeconds() + " s", check.remedy());
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return cause instanceof NotCheckedException
          ? Finding.skipped(cause.getMessage())
          : Finding.problem(Reasons.of(cause), check.remedy());
    }
  }

  private static void look(Check check, CompletableFuture<Finding> found) {
    try {
      found.complete(check.look().now());
    } catch (Throwable e) {
      found.completeExceptionally(e);
    }
  }
}
