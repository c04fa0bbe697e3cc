// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a model of the cluster says of past plans: accesses of periods that the plans did not know,
 * once with the files as they are, once as the plan made before the period would have had them.
 *
 * @param cluster that was simulated, in words
 * @param readers how clients choose a replica, in words
 * @param periods that were tried, from 1
 * @param runs that were simulated with either layout
 * @param reads that were simulated with either layout
 * @param accesses that these periods had
 * @param meanSeconds of a read
 * @param throughput bytes of all reads by the sum of their seconds, in bytes per second
 * @param fromSsd the share of bytes that came from SSD
 * @param retrievals the same reads of the planned files by other retrieval policies of the
 *     NameNode's plug-ins, the fastest first; none if clients read as HDFS does by itself
 */
public record SimulatedGain(
    String cluster,
    String readers,
    int periods,
    int runs,
    long reads,
    long accesses,
    Change meanSeconds,
    Change throughput,
    Change fromSsd,
    List<Retrieval> retrievals) {

  /** Of the fastest policy, before it is said to be better than that of the rules. */
  private static final double WORTH = 0.03;

  /** Copies the list. */
  public SimulatedGain {
    retrievals = List.copyOf(retrievals);
  }

  /**
   * How long reads take by a retrieval policy.
   *
   * @param policy its name in rules
   * @param meanSeconds of a read of the planned files
   * @param isOfRules whether it is that of the rules
   */
  public record Retrieval(String policy, double meanSeconds, boolean isOfRules) {}

  /** The same with what other retrieval policies would bring. */
  public SimulatedGain with(List<Retrieval> others) {
    List<Retrieval> inOrder = new ArrayList<>(others);
    inOrder.sort(Comparator.comparingDouble(Retrieval::meanSeconds));
    return new SimulatedGain(
        cluster,
        readers,
        periods,
        runs,
        reads,
        accesses,
        meanSeconds,
        throughput,
        fromSsd,
        inOrder);
  }

  /** A retrieval policy by which reads would be faster by 3 % or more than by that of the rules. */
  public Optional<Retrieval> betterRetrieval() {
    return retrievals.stream()
        .findFirst()
        .filter(
            fastest ->
                retrievals.stream()
                    .anyMatch(
                        one ->
                            one.isOfRules()
                                && fastest.meanSeconds() < (1 - WORTH) * one.meanSeconds()));
  }

  /**
   * A value with either layout, over all runs together.
   *
   * @param now with the files as they are
   * @param planned with the plans
   * @param gain of the plans: the relative decrease of a time or increase of a rate, or the
   *     difference of a share; over all runs together, and the lowest and highest of single periods
   */
  public record Change(double now, double planned, Gain gain) {}

  /**
   * A gain, which may be a loss: then it is below 0.
   *
   * @param all over all runs together
   * @param lowest of a single period, or of a single run if there is one period only
   * @param highest likewise
   */
  public record Gain(double all, double lowest, double highest) {}

  /**
   * How likely the gain of the next period lies between the lowest and the highest, if periods are
   * alike and in no particular order: (n − 1) / (n + 1), from 0 to 1. A plan that is made for it
   * predicts as well as those before it did.
   */
  public double level() {
    return (periods - 1.0) / (periods + 1.0);
  }
}
