// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.List;

/**
 * A NUMA node.
 *
 * @param localMemoryBytes size of its memory in bytes, 0 if unknown or none
 * @param pageTypes its pages by size, in ascending order; empty if unknown
 */
public record NumaAttributes(long localMemoryBytes, List<PageType> pageTypes)
    implements ObjectAttributes {
  public NumaAttributes {
    pageTypes = List.copyOf(pageTypes);
  }

  /**
   * Pages of one size.
   *
   * @param sizeBytes size of a page in bytes, 0 if unknown
   * @param count number of pages
   */
  public record PageType(long sizeBytes, long count) {}
}
