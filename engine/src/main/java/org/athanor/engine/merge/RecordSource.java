// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;

/**
 * Records in sort order, one current at a time. The accessors speak of the current record and are
 * valid after {@link #next} returned true. One thread.
 */
public interface RecordSource {
  boolean next() throws IOException;

  /** Whether {@link #next} is quick and will return true; false says nothing. */
  boolean isNextAtHand();

  /** Whether the current record is known to be the same, byte for byte, as the one before it. */
  boolean isRepeated();

  /** The array that key and value lie in. */
  byte[] data();

  int keyOffset();

  int keyLength();

  int valueOffset();

  int valueLength();

  /** Remembers the current place, for {@link #rewind}. Replaces an earlier mark. */
  void mark();

  /**
   * Goes back to the place of the last {@link #mark}; the record that was current there is current
   * again.
   */
  void rewind() throws IOException;

  /** Share of the records that were read, from 0 to 1. */
  float progress();
}
