// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

/** Where the partitions of a job may be cut, see {@code docs/skew.md}. */
public enum Cuts {
  /** Nowhere, whatever the job sets, because other threads cannot help where its reduces run. */
  IMPOSSIBLE,
  /** Nowhere. */
  OFF,
  /** Between groups of keys. */
  COHERENT,
  /** Anywhere. */
  FREE
}
