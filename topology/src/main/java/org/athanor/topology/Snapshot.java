// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.List;
import java.util.Set;

/** All data that is read from a native topology when it is loaded. Immutable, thread-safe. */
record Snapshot(
    ObjectTree tree,
    boolean isThisSystem,
    CpuSet allowedCpuset,
    NodeSet allowedNodeset,
    Set<SupportedFeature> support,
    List<DistanceMatrix> distances,
    List<CpuKind> cpuKinds,
    List<MemoryAttribute> memoryAttributes) {}
