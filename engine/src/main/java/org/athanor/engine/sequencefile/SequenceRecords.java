// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import java.io.Closeable;
import java.io.IOException;
import org.athanor.engine.serialization.SerializedField;

/**
 * Reads the records of a sequence file: keys and values as bytes, which are valid until the next
 * record is read. One thread.
 */
interface SequenceRecords extends Closeable {
  /** Returns the offset in the file from which is read next. */
  long position() throws IOException;

  /**
   * Moves to the first sync marker after a position.
   *
   * @param position offset in the file, behind the header
   */
  void sync(long position) throws IOException;

  /** Reads the next record's key; false if there is none. */
  boolean nextKey() throws IOException;

  /** Returns whether there was a sync marker before the record whose key was read. */
  boolean syncSeen();

  /** Reads the value of the record whose key was read. */
  void readValue() throws IOException;

  SerializedField key();

  SerializedField value();
}
