// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.List;

/**
 * The properties of an object, without its relations to other objects.
 *
 * @param subtype null if none
 * @param name null if none
 * @param osIndex -1 if none
 * @param attributes null if none
 * @param sets null for I/O and Misc objects
 */
record ObjectProperties(
    ObjectType type,
    String subtype,
    String name,
    int osIndex,
    long totalMemoryBytes,
    ObjectAttributes attributes,
    int depth,
    int logicalIndex,
    int siblingRank,
    boolean symmetricSubtree,
    Sets sets,
    List<Info> infos,
    long gpIndex) {
  /** The CPUs and NUMA nodes of an object. */
  record Sets(CpuSet cpuset, CpuSet completeCpuset, NodeSet nodeset, NodeSet completeNodeset) {}
}
