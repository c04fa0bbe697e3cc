// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import org.athanor.engine.order.KeyOrder;

/**
 * Reads one partition of a run, record by record, in sort order. The fields of the current record
 * are public for the merger's inner loop; they are valid after {@link #next} returned true, until
 * it is called again. One thread.
 */
public abstract class RunCursor {
  /** The array that the current record is in; see {@link RecordLayout}. */
  public byte[] data;

  /** Where in it the record begins: its header. */
  public int record;

  /** The prefix of the record's key in the job's order. */
  public long prefix;

  private long secondPrefix;
  private boolean secondPrefixKnown;

  RunCursor() {}

  /** To be called before the current record's key is looked at. */
  public void beforeKey() {}

  /** This or {@link #setPrefixes} to be called for each record. */
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
   * The key's prefix at depth 1, if need be computed when first asked for: one look at the key,
   * which may lie anywhere in memory, for all comparisons of a merge.
   *
   * @param order the job's, which must be deep, and must not decide the first prefix
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

  /** A record's place; see {@link #place}. */
  public record Place(int block, int position, long remaining) {}

  /** Where the current record is. */
  public abstract Place place();

  /** Goes to a record that was current before. */
  public abstract void moveTo(Place place) throws IOException;
}
