// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/**
 * Operations that some operating systems do not support; see {@link Topology#supports}. A topology
 * that does not describe this machine supports no binding.
 */
public enum SupportedFeature {
  /** The number of PUs is known. */
  DISCOVER_PUS(Area.DISCOVERY, 0, 0),
  DISCOVER_NUMA_NODES(Area.DISCOVERY, 1, 0),
  /** The memory of NUMA nodes is known. */
  DISCOVER_NUMA_MEMORY(Area.DISCOVERY, 2, 0),
  /** PUs that the process may not use are distinguished from those that it may use. */
  DISCOVER_DISALLOWED_PUS(Area.DISCOVERY, 3, 1),
  DISCOVER_DISALLOWED_NUMA_NODES(Area.DISCOVERY, 4, 1),
  /** Kinds of cores are ranked by efficiency. */
  DISCOVER_CPU_KIND_EFFICIENCY(Area.DISCOVERY, 5, 4),

  BIND_THIS_PROCESS(Area.CPU_BINDING, 0, 0),
  GET_THIS_PROCESS_BINDING(Area.CPU_BINDING, 1, 0),
  BIND_PROCESS(Area.CPU_BINDING, 2, 0),
  GET_PROCESS_BINDING(Area.CPU_BINDING, 3, 0),
  BIND_THIS_THREAD(Area.CPU_BINDING, 4, 0),
  GET_THIS_THREAD_BINDING(Area.CPU_BINDING, 5, 0),
  BIND_THREAD(Area.CPU_BINDING, 6, 0),
  GET_THREAD_BINDING(Area.CPU_BINDING, 7, 0),
  GET_THIS_PROCESS_LAST_LOCATION(Area.CPU_BINDING, 8, 0),
  GET_PROCESS_LAST_LOCATION(Area.CPU_BINDING, 9, 0),
  GET_THIS_THREAD_LAST_LOCATION(Area.CPU_BINDING, 10, 0),

  BIND_THIS_PROCESS_MEMORY(Area.MEMORY_BINDING, 0, 0),
  GET_THIS_PROCESS_MEMORY_BINDING(Area.MEMORY_BINDING, 1, 0),
  BIND_PROCESS_MEMORY(Area.MEMORY_BINDING, 2, 0),
  GET_PROCESS_MEMORY_BINDING(Area.MEMORY_BINDING, 3, 0),
  BIND_THIS_THREAD_MEMORY(Area.MEMORY_BINDING, 4, 0),
  GET_THIS_THREAD_MEMORY_BINDING(Area.MEMORY_BINDING, 5, 0),
  FIRST_TOUCH_POLICY(Area.MEMORY_BINDING, 9, 0),
  BIND_POLICY(Area.MEMORY_BINDING, 10, 0),
  INTERLEAVE_POLICY(Area.MEMORY_BINDING, 11, 0),
  NEXT_TOUCH_POLICY(Area.MEMORY_BINDING, 12, 0),
  MIGRATE_MEMORY(Area.MEMORY_BINDING, 13, 0);

  private final Area area;
  private final int offset;
  private final int sinceMinor;

  SupportedFeature(Area area, int offset, int sinceMinor) {
    this.area = area;
    this.offset = offset;
    this.sinceMinor = sinceMinor;
  }

  /** The structure that has the feature's byte. */
  enum Area {
    DISCOVERY,
    CPU_BINDING,
    MEMORY_BINDING
  }

  Area area() {
    return area;
  }

  /** Returns the offset of the feature's byte in its structure. */
  int offset() {
    return offset;
  }

  /** Returns the first minor version of hwloc 2 that has the feature's byte. */
  int sinceMinor() {
    return sinceMinor;
  }
}
