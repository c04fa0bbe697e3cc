// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Options for loading a topology. */
public enum LoadFlag {
  /** Keeps PUs and NUMA nodes that an administrator disallowed, for example in a cgroup. */
  INCLUDE_DISALLOWED(1 << 0),
  /**
   * Declares that an XML or synthetic description describes this machine, so that binding is
   * possible. Saves the discovery where it is slow.
   */
  IS_THIS_SYSTEM(1 << 1),
  /** Takes the allowed PUs and NUMA nodes from this machine, although the rest comes from XML. */
  THIS_SYSTEM_ALLOWED_RESOURCES(1 << 2),
  /** Takes the supported features from the XML too. Since hwloc 2.3. */
  IMPORT_SUPPORT(1 << 3),
  /** Leaves out PUs that this process is not bound to. Since hwloc 2.5. */
  RESTRICT_TO_CPU_BINDING(1 << 4),
  /** Leaves out NUMA nodes that this process is not bound to. Since hwloc 2.5. */
  RESTRICT_TO_MEMORY_BINDING(1 << 5),
  /** Does not bind this thread to each PU during discovery. Since hwloc 2.5. */
  DONT_CHANGE_BINDING(1 << 6),
  /** Since hwloc 2.8. */
  NO_DISTANCES(1 << 7),
  /** Since hwloc 2.8. */
  NO_MEMORY_ATTRIBUTES(1 << 8),
  /** Since hwloc 2.8. */
  NO_CPU_KINDS(1 << 9);

  private final int bit;

  LoadFlag(int bit) {
    this.bit = bit;
  }

  static long bits(Iterable<LoadFlag> flags) {
    long bits = 0;
    for (LoadFlag flag : flags) {
      bits |= flag.bit;
    }
    return bits;
  }
}
