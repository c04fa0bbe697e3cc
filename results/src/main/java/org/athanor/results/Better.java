// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

/** Whether smaller or larger amounts of a quantity are better. */
public enum Better {
  LESS,
  MORE,
  /** The amount says what was done, such as a number of records, and not how well. */
  NEITHER
}
