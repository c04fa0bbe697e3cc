// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.List;
import java.util.OptionalInt;

/**
 * How a file of several clusters wants jobs to be placed.
 *
 * @param policies by the names of users; none for all that there are
 * @param errors by how large a part predictions are wrong at most, each from 0 to 1; one or more
 * @param copies number of clusters that hold each input at the beginning; empty for all
 * @param betweenBytesPerSecond rate of a copy between clusters, above 0; infinite if only their
 *     links limit it
 */
public record Placing(
    List<String> policies, List<Double> errors, OptionalInt copies, double betweenBytesPerSecond) {

  public Placing {
    policies = List.copyOf(policies);
    errors = List.copyOf(errors);
  }
}
