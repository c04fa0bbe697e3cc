// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import org.athanor.engine.order.KeyOrder;

/**
 * Reads one partition of a run, record by record, in sort order. The fields describe the current
 * record and are public for the merger's inner loop. They are valid from the time {@link #next}
 * returns true until its next call. One thread.
 */
public abstract class RunCursor {
  /** The array that holds the current record; see {@link RecordLayout}. */
  public byte[] data;

  /** Offset of the record, that is of its header, in {@link #data}. */
  public int record;

  /** The prefix of the record's key in the job's order. */
  public long prefix;

  private long secondPrefix;
  private boolean secondPrefixKnown;

  RunCursor() {}

  /** To be called before the current record's key is read. */
  public void beforeKey() {}

  /** Subclasses call this method or {@link #setPrefixes} for each record. */
  final void setPrefix(long value) {
    prefix = value;
    secondPrefixKnown = false;
  }

  final void setPrefixes(long first, long second) {
    prefix = first;
    secondPrefix = second;
    secondPrefixKnown = true;
  }

  /**
   * Returns the key's prefix at depth 1. It is computed on first use if it is not known, so that
   * all comparisons of a merge read the key once.
   *
   * @param order the job's order; must be deep and must not decide on the first prefix
   */
  public final long secondPrefix(KeyOrder order) {
    if (!secondPrefixKnown) {
      beforeKey();
      int key = record + RecordLayout.HEADER;
      secondPrefix = order.prefix(data, key, RecordLayout.keyLength(data, record), 1);
      secondPrefixKnown = true;
    }
    return secondPrefix;
  }

  /** Moves to the next record. */
  public abstract boolean next() throws IOException;

  /** A position in the partition; see {@link #place}. */
  public record Place(int block, int position, long remaining) {}

  /** Returns the position of the current record. */
  public abstract Place place();

  /** Moves to a record that was current before. */
  public abstract void moveTo(Place place) throws IOException;
}
