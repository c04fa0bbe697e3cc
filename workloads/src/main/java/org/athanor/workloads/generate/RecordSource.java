// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/** Makes the records of one part file. Used by one thread. */
interface RecordSource {

  /** Appends what is before the first record. */
  default void begin(RecordBuffer out) {}

  /** Appends the next record. */
  void next(RecordBuffer out);
}
