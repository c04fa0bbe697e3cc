// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Locale;

/** The order in which trials run. */
public enum Order {
  /**
   * Each round runs one repetition on every framework, so that a slow drift of the machine affects
   * all of them.
   */
  INTERLEAVED,
  /** All repetitions run on one framework, then on the next; daemons are started less often. */
  GROUPED;

  /** The name in experiment files and results. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
