// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/** Makes the records of one part file. Used by one thread. */
interface RecordSource {

  /** Appends the file header, if there is one. */
  default void begin(RecordBuffer out) {}

  /** Appends the next record. */
  void next(RecordBuffer out);
}
