// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Learns from accesses how popular each file will be in the next period. Files are small numbers
 * that {@link FilePopularity} gives; a file keeps its number when it is renamed, and the number of
 * a deleted file is used again. Deterministic: the same calls give the same predictions.
 *
 * <p>Predictions of one predictor can be compared with each other, not with those of another
 * predictor. A predictor has state in proportion to the largest number, and is used by one thread
 * at a time. Times may go back.
 */
public interface Predictor {
  /** A short name without spaces. A state can be read by a predictor with the same name. */
  String name();

  /**
   * A file is known from now on. It has not been accessed.
   *
   * @param file a number that no known file has, from 0
   * @param timeMillis when it was created, in milliseconds since 1970
   */
  void created(int file, long timeMillis);

  /**
   * A file is accessed. A file that is not known becomes known.
   *
   * @param timeMillis in milliseconds since 1970
   * @param blocks number of its blocks, from 1; 1 if it is not known
   */
  void accessed(int file, long timeMillis, int blocks);

  /** A file was deleted. Does nothing if it is not known. */
  void deleted(int file);

  /** A file still exists, but there is no room to remember it. Does nothing if it is not known. */
  default void forgotten(int file) {
    deleted(file);
  }

  /** A period ends; predictions are for the next one. */
  void endOfPeriod(long endMillis);

  /**
   * The popularity in the period that follows the last {@link #endOfPeriod}; NaN if the file was
   * not known at that time.
   */
  double predicted(int file);

  /** Writes the state; parameters are not part of it. */
  void write(DataOutput out) throws IOException;

  /** Replaces the state by one that a predictor with the same parameters wrote. */
  void read(DataInput in) throws IOException;
}
