// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/**
 * Consecutive indexes of a set.
 *
 * @param first the first index
 * @param last the last index, included in the range; {@link #OPEN} if the range has no end
 */
public record IndexRange(int first, int last) {
  /** The last index of a range without end. */
  public static final int OPEN = Integer.MAX_VALUE;

  public boolean isOpen() {
    return last == OPEN;
  }
}
