// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Locale;

/** When a command of the user runs. None of them is in the measured time of a trial. */
public enum Hook {
  /** Before the first trial of a framework and workload on a number of nodes. */
  SETUP,
  /** Before each attempt at a trial. */
  PREPARE,
  /** After the last trial of a framework and workload on a number of nodes. */
  CLEANUP;

  /** The name in experiment files and messages. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
