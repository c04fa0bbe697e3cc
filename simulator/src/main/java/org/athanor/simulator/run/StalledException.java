// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

/**
 * Jobs or accesses that can never end: no node has slots for their tasks, or a resource has no
 * capacity.
 */
public final class StalledException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param ended jobs and accesses
   * @param all jobs and accesses
   * @param what they are, such as {@code jobs}
   */
  StalledException(int ended, int all, String what) {
    super(
        "only "
            + ended
            + " of "
            + all
            + " "
            + what
            + " can end: give nodes slots for maps and reduces, and links and devices capacity");
  }
}
