// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

/**
 * How a rate fared in a search.
 *
 * @param rate records per second
 * @param held whether the bound on the latency was held
 * @param reachedSeconds the latency that the bound is about
 * @param generatorLagSeconds how much of it is from before Kafka's client had the record
 */
record Step(double rate, boolean held, double reachedSeconds, double generatorLagSeconds) {

  /** The line of the generator's output. */
  String line() {
    return "step "
        + Load.plain(rate)
        + (held ? " held " : " failed ")
        + Load.plain(reachedSeconds)
        + " "
        + Load.plain(generatorLagSeconds);
  }

  /**
   * Whether it failed because of the load generator rather than the program: its lag alone is more
   * than half the bound.
   */
  boolean failedByGenerator(double boundSeconds) {
    return !held && generatorLagSeconds > boundSeconds / 2;
  }

  /** Says that the generator is what limits the rate. */
  String blame() {
    return "the load generator is the limit: it was "
        + Load.plain(generatorLagSeconds)
        + " s late at "
        + Load.plain(rate)
        + " records per second";
  }
}
