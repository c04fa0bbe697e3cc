// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import org.athanor.simulator.kernel.FlowNetwork;

/**
 * Jobs or accesses that can never end: no node has slots for their tasks, a resource has no
 * capacity, or what they do takes longer than simulated time lasts.
 */
public final class StalledException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Nothing can happen any more.
   *
   * @param ended jobs and accesses
   * @param all jobs and accesses
   * @param what they are, such as {@code jobs}
   * @param flows those that are left say why
   */
  StalledException(int ended, int all, String what, FlowNetwork flows) {
    super("only " + ended + " of " + all + " " + what + " can end: " + remedy(flows));
  }

  private static String remedy(FlowNetwork flows) {
    return flows.endless() > 0
        ? "what goes on would take more than 292 years; give them fewer bytes and cycles, or faster"
            + " devices, links and processors"
        : "give nodes slots for maps and reduces, and links and devices capacity";
  }
}
