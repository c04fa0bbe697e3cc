// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** The nodes from which the operating system allocates new pages. Existing pages do not move. */
public enum MemoryPolicy {
  /** Threads or pages have different policies. Can be read, but not set. */
  MIXED(-1),
  /** The system's default; removes a binding. */
  DEFAULT(0),
  /** The node nearest to the thread that first writes to a page. */
  FIRST_TOUCH(1),
  /** The nodes of the set. */
  BIND(2),
  /** The nodes of the set in turn, page by page. */
  INTERLEAVE(3),
  /** Moves a page to the thread that touches it next. */
  NEXT_TOUCH(4),
  /**
   * Like {@link #INTERLEAVE}, in proportion to weights that the administrator sets. Since hwloc
   * 2.11.
   */
  WEIGHTED_INTERLEAVE(5);

  private final int number;

  MemoryPolicy(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** Returns the policy with hwloc's number; {@link #MIXED} for policies of later versions. */
  static MemoryPolicy ofNumber(int number) {
    for (MemoryPolicy policy : values()) {
      if (policy.number == number) {
        return policy;
      }
    }
    return MIXED;
  }
}
