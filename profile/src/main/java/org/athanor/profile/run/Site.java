// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where a run took place, as far as the kinds of its nodes do not say it. Whatever is empty is not
 * known.
 *
 * @param cluster label of the resource cluster, as a scheduler names it
 * @param storage class of its storage, such as {@code ssd}
 * @param network class of its network, such as {@code 10gbit}
 * @param processorsPerNode processors that each node may use, with a fraction, more than 0; {@link
 *     NodeKind#processors} and {@link Configuration#coresPerNode} are rounded up
 */
public record Site(
    Optional<String> cluster,
    Optional<String> storage,
    Optional<String> network,
    OptionalDouble processorsPerNode,
    Scheduling scheduling) {

  /** Nothing is known. */
  public static final Site UNKNOWN =
      new Site(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalDouble.empty(),
          Scheduling.UNKNOWN);

  /** Makes a site. */
  public Site {
    Checks.text("cluster", cluster);
    Checks.text("storage", storage);
    Checks.text("network", network);
    Checks.amount("processorsPerNode", processorsPerNode);
    if (processorsPerNode.isPresent() && processorsPerNode.getAsDouble() == 0) {
      throw new IllegalArgumentException("processorsPerNode=0: must be more than 0");
    }
  }

  /**
   * What a scheduler of resources says about a run.
   *
   * @param occupancy part of the cluster that others used when the run started, from 0 to 1
   * @param queueSeconds time from submission to the first container, which is part of the run's
   *     wall time
   * @param vcoreSeconds allocated to the run, over all containers
   * @param memoryByteSeconds allocated to the run, over all containers
   */
  public record Scheduling(
      OptionalDouble occupancy,
      OptionalDouble queueSeconds,
      OptionalDouble vcoreSeconds,
      OptionalDouble memoryByteSeconds) {

    /** Nothing is known. */
    public static final Scheduling UNKNOWN =
        new Scheduling(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty());

    /** Makes values; those that are known must be 0 or more. */
    public Scheduling {
      Checks.amount("occupancy", occupancy);
      if (occupancy.orElse(0) > 1) {
        throw new IllegalArgumentException(
            "occupancy=" + occupancy.getAsDouble() + ": must be from 0 to 1");
      }
      Checks.amount("queueSeconds", queueSeconds);
      Checks.amount("vcoreSeconds", vcoreSeconds);
      Checks.amount("memoryByteSeconds", memoryByteSeconds);
    }
  }
}
