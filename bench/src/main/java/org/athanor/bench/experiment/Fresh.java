// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Locale;

/** How often storages are emptied, and inputs generated again, outside the measured time. */
public enum Fresh {
  /** For each number of nodes. */
  SIZE,
  /** Before each attempt at a trial. */
  TRIAL;

  /** The name in experiment files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
