// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;

/**
 * Reads records in sort order. The accessors return the current record's data and are valid after
 * {@link #next} returned true. One thread.
 */
public interface RecordSource {
  boolean next() throws IOException;

  /**
   * Whether the next record is in memory, so that {@link #next} returns true without waiting. False
   * means unknown.
   */
  boolean isNextAvailable();

  /** Whether the current record is known to have the same bytes as the one before it. */
  boolean isRepeated();

  /** The array that holds key and value. */
  byte[] data();

  int keyOffset();

  int keyLength();

  int valueOffset();

  int valueLength();

  /** Marks the current position for {@link #rewind}. Replaces an earlier mark. */
  void mark();

  /** Goes back to the last {@link #mark}: the record that was current then is current again. */
  void rewind() throws IOException;

  /** Share of the records that has been read, from 0 to 1. */
  float progress();
}
