// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import java.util.List;
import org.athanor.topology.CpuSet;
import org.athanor.topology.ObjectType;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyObject;

/**
 * The PUs and cores of a package.
 *
 * @param cpuset its PUs
 * @param cores the PUs of each of its cores, by logical index
 */
record PackageCpus(CpuSet cpuset, List<CpuSet> cores) {
  /** Returns the packages that have usable PUs, by logical index; at least one. */
  static List<PackageCpus> of(Topology topology) {
    CpuSet allowed = topology.allowedCpuset();
    List<TopologyObject> packages = topology.objects(ObjectType.PACKAGE);
    List<CpuSet> cpusets = packages.isEmpty() ? List.of(topology.cpuset()) : cpusets(packages);
    return cpusets.stream()
        .map(cpuset -> cpuset.and(allowed))
        .filter(cpuset -> !cpuset.isEmpty())
        .map(cpuset -> new PackageCpus(cpuset, cores(topology, cpuset)))
        .toList();
  }

  private static List<CpuSet> cores(Topology topology, CpuSet cpuset) {
    List<TopologyObject> cores = topology.intersecting(cpuset, ObjectType.CORE);
    if (cores.isEmpty()) {
      cores = topology.intersecting(cpuset, ObjectType.PU);
    }
    return cpusets(cores).stream().map(core -> core.and(cpuset)).toList();
  }

  private static List<CpuSet> cpusets(List<TopologyObject> objects) {
    return objects.stream().map(TopologyObject::cpuset).toList();
  }

  static int coreCount(List<PackageCpus> packages) {
    return packages.stream().mapToInt(p -> p.cores().size()).sum();
  }

  static int puCount(List<PackageCpus> packages) {
    return packages.stream().mapToInt(p -> p.cpuset().weight()).sum();
  }
}
