// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Optional;
import org.athanor.yaml.text.ByteSize;

/**
 * What a framework may use of each node that works, and how it divides that.
 *
 * @param cores if empty, as many as the weakest of these nodes has
 * @param memory if empty, what the weakest of them can spare
 * @param workersPerNode processes that run tasks as threads; {@code tasksPerNode}, or the cores, is
 *     a multiple of it
 * @param tasksPerNode tasks that run at the same time; if empty, one for each core
 */
public record ResourceSpec(
    Optional<Integer> cores,
    Optional<ByteSize> memory,
    int workersPerNode,
    Optional<Integer> tasksPerNode) {

  /** Everything by default. */
  public static final ResourceSpec DEFAULT =
      new ResourceSpec(Optional.empty(), Optional.empty(), 1, Optional.empty());

  /** What is wrong with tasks that cannot be divided among workers; follows the key's name. */
  public static String undivided(int tasks, int workers) {
    return tasks
        + (tasks == 1 ? " task" : " tasks")
        + " on each node cannot be divided evenly among "
        + workers
        + " workers; set tasksPerNode to a multiple of it";
  }
}
