// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

/** Where the partitions of a job may be cut, see {@code docs/skew.md}. */
public enum Cuts {
  /** It is not known, because the reduce ran elsewhere. */
  UNKNOWN,
  /** Nowhere. */
  OFF,
  /** Between groups of keys. */
  COHERENT,
  /** Anywhere. */
  FREE
}
