// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import java.io.Closeable;
import java.io.IOException;
import org.athanor.engine.serialization.SerializedField;

/**
 * The records of a sequence file, their keys and values as bytes that are valid until the next one.
 * One thread.
 */
interface SequenceRecords extends Closeable {
  /** Offset in the file of what is read next. */
  long position() throws IOException;

  /** Goes to the first sync marker behind {@code position}, which is behind the header. */
  void sync(long position) throws IOException;

  /** Reads the next record's key; false if there is none. */
  boolean nextKey() throws IOException;

  /** Whether a sync marker lay before the record whose key was read. */
  boolean syncSeen();

  /** Reads the value of the record whose key was read. */
  void readValue() throws IOException;

  SerializedField key();

  SerializedField value();
}
