// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;

/**
 * The exported functions of libhwloc 2.x that are used, under their C names. {@code unsigned long},
 * {@code size_t} and {@code uint64_t} are {@code long} here; {@link HwlocLoading} checks that they
 * have 64 bits. The comment of a function that 2.0 does not have names its first version; it may be
 * called only if {@link Hwloc#isAtLeast} returns true for it.
 */
public interface HwlocFunctions extends Library {
  int hwloc_get_api_version();

  int hwloc_topology_abi_check(Pointer topology);

  int hwloc_topology_init(PointerByReference topology);

  int hwloc_topology_set_flags(Pointer topology, long flags);

  int hwloc_topology_set_all_types_filter(Pointer topology, int filter);

  int hwloc_topology_set_type_filter(Pointer topology, int type, int filter);

  int hwloc_topology_set_xmlbuffer(Pointer topology, byte[] xml, int bytes);

  int hwloc_topology_set_synthetic(Pointer topology, String description);

  int hwloc_topology_load(Pointer topology);

  int hwloc_topology_dup(PointerByReference copy, Pointer topology);

  int hwloc_topology_restrict(Pointer topology, Pointer set, long flags);

  void hwloc_topology_destroy(Pointer topology);

  int hwloc_topology_is_thissystem(Pointer topology);

  Pointer hwloc_topology_get_support(Pointer topology);

  Pointer hwloc_topology_get_allowed_cpuset(Pointer topology);

  Pointer hwloc_topology_get_allowed_nodeset(Pointer topology);

  int hwloc_topology_get_depth(Pointer topology);

  Pointer hwloc_get_obj_by_depth(Pointer topology, int depth, int logicalIndex);

  int hwloc_topology_export_xmlbuffer(
      Pointer topology, PointerByReference xml, IntByReference bytes, long flags);

  void hwloc_free_xmlbuffer(Pointer topology, Pointer xml);

  int hwloc_topology_export_synthetic(Pointer topology, byte[] text, long bytes, long flags);

  Pointer hwloc_bitmap_alloc();

  void hwloc_bitmap_free(Pointer bitmap);

  int hwloc_bitmap_snprintf(byte[] text, long bytes, Pointer bitmap);

  int hwloc_bitmap_sscanf(Pointer bitmap, String text);

  int hwloc_distances_get(
      Pointer topology, IntByReference count, Pointer[] matrices, long kind, long flags);

  void hwloc_distances_release(Pointer topology, Pointer matrix);

  /** Since 2.1. */
  String hwloc_distances_get_name(Pointer topology, Pointer matrix);

  /** Since 2.4. */
  int hwloc_cpukinds_get_nr(Pointer topology, long flags);

  /** Since 2.4. */
  int hwloc_cpukinds_get_info(
      Pointer topology,
      int kind,
      Pointer cpuset,
      IntByReference efficiency,
      IntByReference infoCount,
      PointerByReference infos,
      long flags);

  /** Since 2.3. */
  int hwloc_memattr_get_name(Pointer topology, int attribute, PointerByReference name);

  /** Since 2.3. */
  int hwloc_memattr_get_flags(Pointer topology, int attribute, long[] flags);

  /** Since 2.3. */
  int hwloc_memattr_get_targets(
      Pointer topology,
      int attribute,
      Pointer initiator,
      long flags,
      IntByReference count,
      Pointer[] targets,
      long[] values);

  /** Since 2.3. */
  int hwloc_memattr_get_initiators(
      Pointer topology,
      int attribute,
      Pointer target,
      long flags,
      IntByReference count,
      Pointer initiators,
      long[] values);

  int hwloc_set_cpubind(Pointer topology, Pointer cpuset, int flags);

  int hwloc_get_cpubind(Pointer topology, Pointer cpuset, int flags);

  int hwloc_set_proc_cpubind(Pointer topology, int pid, Pointer cpuset, int flags);

  int hwloc_get_proc_cpubind(Pointer topology, int pid, Pointer cpuset, int flags);

  int hwloc_get_last_cpu_location(Pointer topology, Pointer cpuset, int flags);

  int hwloc_get_proc_last_cpu_location(Pointer topology, int pid, Pointer cpuset, int flags);

  int hwloc_set_membind(Pointer topology, Pointer set, int policy, int flags);

  int hwloc_get_membind(Pointer topology, Pointer set, IntByReference policy, int flags);

  int hwloc_set_proc_membind(Pointer topology, int pid, Pointer set, int policy, int flags);

  int hwloc_get_proc_membind(
      Pointer topology, int pid, Pointer set, IntByReference policy, int flags);
}
