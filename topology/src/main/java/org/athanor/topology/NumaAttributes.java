// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.List;

/**
 * A NUMA node.
 *
 * @param localMemoryBytes size of its memory in bytes, 0 if unknown or none
 * @param pageTypes its pages by size, the smallest size first; empty if unknown
 */
public record NumaAttributes(long localMemoryBytes, List<PageType> pageTypes)
    implements ObjectAttributes {
  public NumaAttributes {
    pageTypes = List.copyOf(pageTypes);
  }

  /**
   * Pages of one size.
   *
   * @param sizeBytes of each page, 0 if unknown
   * @param count how many there are
   */
  public record PageType(long sizeBytes, long count) {}
}
