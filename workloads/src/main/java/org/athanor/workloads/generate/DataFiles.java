// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/** The part files of a directory of a dataset. Immutable, thread-safe. */
public interface DataFiles {

  /** Returns the size, which is divided evenly among the part files. */
  Generator.Quota quota();

  /**
   * Returns the records of a part.
   *
   * @param firstRecord number of records in the parts before it; 0 if the quota is in bytes
   */
  RecordSource part(int part, long firstRecord);

  /** Returns the directory of the part files in the dataset. */
  default String directory() {
    return "data";
  }
}
