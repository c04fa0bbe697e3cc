// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.function.LongFunction;
import org.athanor.simulator.run.Scenario;

/**
 * A scenario of a file.
 *
 * @param name that of the file's scenario without a matrix; otherwise the values that it has of the
 *     matrix, such as {@code placement=hybrid,link=1Gbit/s}
 * @param drawnAgain makes the scenario with another seed, with all that is drawn when a file is
 *     read, such as the nodes of clients
 */
public record Variant(String name, Scenario scenario, LongFunction<Scenario> drawnAgain) {

  /**
   * The same variant with another seed, as if the file had it.
   *
   * @throws DrawingException if it cannot be read with this seed
   */
  public Variant withSeed(long seed) {
    return seed == scenario.seed() ? this : new Variant(name, drawnAgain.apply(seed), drawnAgain);
  }
}
