// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;

/**
 * A line of a vector: the id of a vertex, a tab, its element, and perhaps a tab and a mark. Reused
 * for many lines. Not thread-safe.
 */
final class VectorLine {
  private final Text element = new Text();
  private long id;
  private boolean marked;

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it has no id, or no element
   */
  void parse(Text line) {
    int tab = line.find("\t");
    int end = tab < 0 ? -1 : line.find("\t", tab + 1);
    marked = end >= 0;
    int length = (marked ? end : line.getLength()) - tab - 1;
    if (tab <= 0 || length <= 0) {
      throw new IllegalArgumentException(
          "line \"" + line + "\" of a vector: must be vertex and element, with a tab between them");
    }
    id = Long.parseLong(new String(line.getBytes(), 0, tab, StandardCharsets.US_ASCII));
    element.set(line.getBytes(), tab + 1, length);
  }

  long id() {
    return id;
  }

  /** Returns the element; reused for the next line. */
  Text element() {
    return element;
  }

  boolean marked() {
    return marked;
  }
}
