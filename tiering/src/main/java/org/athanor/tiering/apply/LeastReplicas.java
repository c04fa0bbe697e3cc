// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.util.Optional;
import org.athanor.storage.rules.StorageRules;

/**
 * The fewest replicas that a file is left whose number is lowered. A file that has fewer keeps what
 * it has. HDFS itself refuses a number below its own {@code dfs.namenode.replication.min}.
 *
 * @param number from 2
 * @param origin who wants that, and where it can be changed; empty if nobody but us
 */
public record LeastReplicas(int number, String origin) {
  /** Of stock storage policies, whose devices are not known to be durable. */
  public static final int UNLESS_DURABLE = 2;

  /** Without rules. */
  public static final LeastReplicas USUAL = new LeastReplicas(UNLESS_DURABLE, "");

  public LeastReplicas {
    if (number < UNLESS_DURABLE) {
      throw new IllegalArgumentException(
          "number=" + number + ": must be " + UNLESS_DURABLE + " or more");
    }
  }

  /**
   * What rules want by their {@code replication.minimum}.
   *
   * @param file that the rules are from
   */
  public static LeastReplicas of(StorageRules rules, String file) {
    int minimum = rules.minimumReplication();
    return minimum <= UNLESS_DURABLE
        ? USUAL
        : new LeastReplicas(minimum, "replication.minimum=" + minimum + " of the rules " + file);
  }

  /**
   * Why a file must not get a number of replicas, and what to do, in one line; empty if it may.
   *
   * @param had number that it has
   */
  public Optional<String> obstacle(int had, int wanted) {
    if (wanted >= had || wanted >= number) {
      return Optional.empty();
    }
    String lowered = "would have " + wanted + " replicas instead of " + had + ", but ";
    return Optional.of(
        origin.isEmpty()
            ? lowered + number + " is the least; ask for " + number + " or more"
            : lowered
                + origin
                + " is the least; ask for "
                + number
                + " or more, or change the rule");
  }
}
