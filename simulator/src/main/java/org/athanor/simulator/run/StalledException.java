// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

/** Jobs that can never end: no node has slots for their tasks, or a resource has no capacity. */
public final class StalledException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StalledException(int ended, int jobs) {
    super(
        "only "
            + ended
            + " of "
            + jobs
            + " jobs can end: give nodes slots for maps and reduces, and links and devices capacity");
  }
}
