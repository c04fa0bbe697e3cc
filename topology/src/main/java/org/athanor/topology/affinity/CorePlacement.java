// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import java.util.ArrayList;
import java.util.List;
import org.athanor.topology.CpuSet;

/**
 * Assigns a core to each thread. A Worker gets the next free cores of the next package in turn that
 * has enough of them.
 */
final class CorePlacement {
  private CorePlacement() {}

  static List<List<CpuSet>> place(List<PackageCpus> packages, int workers, int threadsPerWorker) {
    long threads = (long) workers * threadsPerWorker;
    int cores = PackageCpus.coreCount(packages);
    if (threads > cores) {
      throw new OversubscriptionException(
          describe(workers, threadsPerWorker)
              + " need "
              + threads
              + " cores, but the machine has "
              + cores
              + ": use fewer Workers or threads, or affinity pu or cpu");
    }
    int[] taken = new int[packages.size()];
    List<List<CpuSet>> placed = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      int chosen = choose(packages, taken, worker % packages.size(), threadsPerWorker);
      if (chosen < 0) {
        throw new OversubscriptionException(
            describe(workers, threadsPerWorker)
                + " do not fit: Worker "
                + worker
                + " needs "
                + threadsPerWorker
                + " cores of one package, but the packages have free: "
                + free(packages, taken)
                + ": use fewer Workers or threads, or affinity cpu");
      }
      List<CpuSet> itsCores = packages.get(chosen).cores();
      placed.add(itsCores.subList(taken[chosen], taken[chosen] + threadsPerWorker));
      taken[chosen] += threadsPerWorker;
    }
    return placed;
  }

  private static int choose(List<PackageCpus> packages, int[] taken, int first, int cores) {
    for (int i = 0; i < taken.length; i++) {
      int candidate = (first + i) % taken.length;
      if (packages.get(candidate).cores().size() - taken[candidate] >= cores) {
        return candidate;
      }
    }
    return -1;
  }

  private static String free(List<PackageCpus> packages, int[] taken) {
    List<String> free = new ArrayList<>();
    for (int i = 0; i < taken.length; i++) {
      free.add(Integer.toString(packages.get(i).cores().size() - taken[i]));
    }
    return String.join(", ", free);
  }

  private static String describe(int workers, int threadsPerWorker) {
    return "affinity=core: " + workers + " Workers of " + threadsPerWorker + " threads";
  }
}
