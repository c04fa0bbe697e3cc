// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.util.Random;

/**
 * The job of a history.
 *
 * @param poolBytes of each Worker
 * @param mapRecords that a map makes at most
 * @param mostBytes of a large record
 * @param maxAttempts failures after which a task has failed
 * @param timeoutSeconds after which an attempt without a sign of life fails; 0: never
 */
record JobShape(
    long seed,
    long poolBytes,
    int maps,
    int reduces,
    int mapRecords,
    int mostBytes,
    int maxAttempts,
    int timeoutSeconds,
    boolean speculative) {

  /**
   * Whether so much is spilled that runs are merged before the reduces; then the order of equal
   * keys depends on which are.
   */
  boolean mayMergeRuns() {
    return poolBytes == 128 << 10;
  }

  static JobShape of(int number) {
    Random random = new Random(number);
    return new JobShape(
        number,
        number % 4 == 0 ? 128 << 10 : 512 << 10,
        1 + random.nextInt(6),
        random.nextInt(5),
        random.nextBoolean() ? 60 : 400,
        random.nextBoolean() ? 1000 : 12_000,
        2 + random.nextInt(3),
        random.nextBoolean() ? 0 : 10,
        random.nextBoolean());
  }
}
