// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.athanor.topology.CpuSet;

/** Assigns a PU to each thread. Workers have separate cores as long as there are enough cores. */
final class PuPlacement {
  private PuPlacement() {}

  static List<List<CpuSet>> place(List<PackageCpus> packages, int workers, int threadsPerWorker) {
    long threads = (long) workers * threadsPerWorker;
    int pus = PackageCpus.puCount(packages);
    String what = "affinity=pu: " + workers + " Workers of " + threadsPerWorker + " threads";
    if (threads > pus) {
      throw new OversubscriptionException(
          what
              + " need "
              + threads
              + " PUs, but the machine has "
              + pus
              + ": use fewer Workers or threads, or affinity cpu");
    }
    int count = packages.size();
    List<List<CpuSet>> placed = new ArrayList<>(Collections.nCopies(workers, List.of()));
    for (int i = 0; i < count && i < workers; i++) {
      int itsWorkers = (workers - i + count - 1) / count;
      List<List<CpuSet>> groups = share(packages.get(i), itsWorkers, threadsPerWorker);
      for (int j = 0; j < itsWorkers; j++) {
        int worker = i + j * count;
        int available = weight(groups.get(j));
        if (available < threadsPerWorker) {
          throw new OversubscriptionException(
              what
                  + " do not fit: Worker "
                  + worker
                  + " shares a package with "
                  + (itsWorkers - 1)
                  + " others and can have only "
                  + available
                  + " of its PUs: use fewer Workers or threads, or affinity cpu");
        }
        placed.set(worker, roundRobin(groups.get(j), threadsPerWorker));
      }
    }
    return placed;
  }

  /** Divides a package's cores among Workers, or its PUs if there are too few cores. */
  private static List<List<CpuSet>> share(PackageCpus itsPackage, int workers, int threads) {
    List<List<CpuSet>> groups = split(itsPackage.cores(), workers);
    if (groups.stream().allMatch(group -> weight(group) >= threads)) {
      return groups;
    }
    List<CpuSet> pus =
        itsPackage.cores().stream()
            .flatMap(core -> core.stream().mapToObj(pu -> CpuSet.of(pu)))
            .toList();
    return split(pus, workers);
  }

  /** Splits a list into consecutive parts whose numbers of PUs differ as little as possible. */
  private static List<List<CpuSet>> split(List<CpuSet> units, int groupCount) {
    List<List<CpuSet>> groups = new ArrayList<>();
    for (int i = 0; i < groupCount; i++) {
      groups.add(new ArrayList<>());
    }
    long total = weight(units);
    long before = 0;
    for (CpuSet unit : units) {
      groups.get((int) (before * groupCount / total)).add(unit);
      before += unit.weight();
    }
    return groups;
  }

  private static int weight(List<CpuSet> units) {
    return units.stream().mapToInt(CpuSet::weight).sum();
  }

  /** Returns the first PU of each core, then the second PUs, and so on, until there are enough. */
  private static List<CpuSet> roundRobin(List<CpuSet> cores, int threads) {
    List<CpuSet> pus = new ArrayList<>();
    List<CpuSet> left = cores;
    while (pus.size() < threads) {
      List<CpuSet> rest = new ArrayList<>();
      for (CpuSet core : left) {
        CpuSet pu = core.singlify();
        pus.add(pu);
        rest.add(core.andNot(pu));
      }
      left = rest.stream().filter(core -> !core.isEmpty()).toList();
    }
    return List.copyOf(pus.subList(0, threads));
  }
}
