// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

/** What is compared. */
public enum Aspect {
  /** Names, types and contents of all files below the output directory. */
  BYTES("bytes"),
  /** All counters of all jobs but those of {@link CounterRules}. */
  COUNTERS("counters"),
  /** Exit code, exceptions, states, reports and events, and what is left on disk. */
  CLIENT("client view");

  private final String label;

  Aspect(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
