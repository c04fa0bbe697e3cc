// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Locale;

/** In which order trials run. */
public enum Order {
  /** One repetition of everything after the other, so that slow drift meets all frameworks. */
  INTERLEAVED,
  /** All repetitions of a framework, then the next one: fewer starts of daemons. */
  GROUPED;

  /** Its name in files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
