// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import org.athanor.scheduler.ledger.Resources;

/**
 * What this scheduler needs of a cluster. YARN knows a part of it already.
 *
 * @param reserved for jobs that run or are being started
 * @param coming for jobs that will start soon, and would end too late if they had to wait for nodes
 */
public record Demand(Resources reserved, Resources coming) {

  /** Nothing. */
  public static final Demand NONE = new Demand(Resources.NONE, Resources.NONE);

  /** With what applications use and wait for, as YARN says; that has a part of what is reserved. */
  Resources with(Resources yarn) {
    return new Resources(
            Math.max(yarn.vcores(), reserved.vcores()),
            Math.max(yarn.memoryBytes(), reserved.memoryBytes()),
            0,
            0)
        .plus(coming);
  }
}
