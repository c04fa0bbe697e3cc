// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Where the operating system takes new pages from. Pages that exist stay where they are. */
public enum MemoryPolicy {
  /** Threads or pages have different policies. Only read, never set. */
  MIXED(-1),
  /** The system's own choice; undoes a binding. */
  DEFAULT(0),
  /** The node nearest to the thread that first writes to a page. */
  FIRST_TOUCH(1),
  /** The nodes of the set. */
  BIND(2),
  /** The nodes of the set in turn, page by page. */
  INTERLEAVE(3),
  /** Moves a page to the thread that touches it next. */
  NEXT_TOUCH(4),
  /** As interleave, in proportion to weights that the administrator sets. Since hwloc 2.11. */
  WEIGHTED_INTERLEAVE(5);

  private final int number;

  MemoryPolicy(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** The policy with hwloc's number; mixed for one that later versions may add. */
  static MemoryPolicy ofNumber(int number) {
    for (MemoryPolicy policy : values()) {
      if (policy.number == number) {
        return policy;
      }
    }
    return MIXED;
  }
}
