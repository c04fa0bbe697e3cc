// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.pool;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A share of the clusters.
 *
 * @param weight above 0; a pool with twice the weight gets twice as much while both want more
 * @param vcores most vcores of all its jobs at once, above 0
 * @param jobs most jobs at once, from 1
 */
public record Pool(String name, double weight, OptionalDouble vcores, OptionalInt jobs) {
  /** The pool of jobs that name none. */
  public static final String DEFAULT = "default";

  /** A pool without limits, and with weight 1. */
  public static Pool plain(String name) {
    return new Pool(name, 1, OptionalDouble.empty(), OptionalInt.empty());
  }
}
