// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import org.athanor.engine.run.SpillFile;
import org.athanor.engine.thread.Clock;

/**
 * What jobs need of the machine that they run on, and what tests replace.
 *
 * @param spills opens the files of spilled map output
 */
public record Host(Clock clock, SpillFile.Opener spills) {
  /** This machine. */
  public static final Host HERE = new Host(Clock.SYSTEM, SpillFile.PRIVATELY);
}
