// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Whether replicas should be placed and read by near nodes or by fast devices, over links of a
 * certain speed: on slow ones a fast device cannot send what it reads, and near replicas are better
 * (K. Ravindranathan, 2015, section 4.2).
 *
 * @param cluster that it is about, in words
 * @param linkBytesPerSecond of the slowest link of a node
 * @param policies estimates, the fastest first
 * @param recommended name of the policy by which files should be placed and read
 * @param slowerBytesPerSecond the slowest link of a node, if all links were slower by the same
 *     factor, below which it is {@code network} instead of a policy that knows devices that is
 *     better, or the other way round; empty if it is the same at all speeds tried
 * @param fasterBytesPerSecond the same if all links were faster, from which on it is the other way
 * @param reason why, in one line
 */
public record LinkAdvice(
    String cluster,
    double linkBytesPerSecond,
    List<Policy> policies,
    String recommended,
    OptionalDouble slowerBytesPerSecond,
    OptionalDouble fasterBytesPerSecond,
    String reason) {

  /** Sorts the policies. */
  public LinkAdvice {
    policies =
        policies.stream()
            .sorted(Comparator.comparingDouble(Policy::readerBytesPerSecond).reversed())
            .toList();
  }

  /** The nearer one of the two speeds of links at which the recommendation changes. */
  public OptionalDouble crossoverBytesPerSecond() {
    if (slowerBytesPerSecond.isEmpty() || fasterBytesPerSecond.isEmpty()) {
      return slowerBytesPerSecond.isPresent() ? slowerBytesPerSecond : fasterBytesPerSecond;
    }
    double slower = slowerBytesPerSecond.getAsDouble();
    double faster = fasterBytesPerSecond.getAsDouble();
    return linkBytesPerSecond / slower <= faster / linkBytesPerSecond
        ? slowerBytesPerSecond
        : fasterBytesPerSecond;
  }

  /**
   * What readers get if replicas are placed and read by a policy.
   *
   * @param name of the placement and the retrieval policy in rules
   * @param readerBytesPerSecond of one reader of many
   * @param allBytesPerSecond of all readers together
   * @param fromFastestTier the share of bytes that is read from it, from 0 to 1
   * @param remote the share of bytes that is read from other nodes, from 0 to 1
   * @param busiest what is busiest, and bounds the readers most, in words
   */
  public record Policy(
      String name,
      double readerBytesPerSecond,
      double allBytesPerSecond,
      double fromFastestTier,
      double remote,
      String busiest) {}
}
