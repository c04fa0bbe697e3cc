// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

/**
 * Looks at the resources of a {@link Simulation} from time to time, without an event, so that the
 * history is the same as without it. Between its two looks at a step, rates are constant.
 */
public interface Sampler {
  /** The time at which a step in time interests it, in nanoseconds: the first one not before it. */
  long due();

  /**
   * Looks, before such a step and after it. Must change nothing of the simulation.
   *
   * @param time nanoseconds since the beginning, now
   */
  void sample(long time);
}
