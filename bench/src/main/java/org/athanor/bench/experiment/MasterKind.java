// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Locale;

/** What else the master does. */
public enum MasterKind {
  /** It works as well. */
  SHARED,
  /** Nothing. */
  DEDICATED;

  /** As users write it, such as {@code dedicated}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
