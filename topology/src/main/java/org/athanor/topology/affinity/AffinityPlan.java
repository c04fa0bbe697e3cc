// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.athanor.topology.CpuSet;
import org.athanor.topology.Topology;

/**
 * A plan of where to bind the Workers of one machine and their threads. It depends on its arguments
 * only. Immutable, thread-safe.
 *
 * <p>Workers are assigned to packages in turn, starting again at the first package after the last
 * one. The rest depends on the level:
 *
 * <ul>
 *   <li>{@code none}: nothing is bound.
 *   <li>{@code cpu}: every thread has all PUs of its Worker's package.
 *   <li>{@code core}: every thread has a core of its own; the cores of a Worker are neighbours in
 *       one package.
 *   <li>{@code pu}: the cores of a package are divided among its Workers, by number of PUs. The
 *       threads of a Worker get the first PU of each of its cores, then the second PUs. If there
 *       are more Workers than cores, the PUs are divided instead.
 * </ul>
 *
 * <p>A machine without packages in hwloc counts as one package. In a package without cores, each PU
 * counts as a core. Only PUs that the process may use are considered.
 */
public final class AffinityPlan {
  private final AffinityLevel level;
  private final List<WorkerAffinity> workers;

  private AffinityPlan(AffinityLevel level, List<WorkerAffinity> workers) {
    this.level = level;
    this.workers = List.copyOf(workers);
  }

  /**
   * Makes a plan.
   *
   * @param workers number of Workers on the machine, at least 1
   * @param threadsPerWorker number of threads of each Worker, at least 1
   * @throws OversubscriptionException if the level gives each thread a core or PU of its own and
   *     there are too few in the machine, or in the packages of the Workers
   */
  public static AffinityPlan of(
      Topology topology, int workers, int threadsPerWorker, AffinityLevel level) {
    requirePositive("workers", workers);
    requirePositive("threadsPerWorker", threadsPerWorker);
    if (level == AffinityLevel.NONE) {
      return new AffinityPlan(level, List.of());
    }
    List<PackageCpus> packages = PackageCpus.of(topology);
    List<List<CpuSet>> threads =
        switch (level) {
          case CPU -> toPackages(packages, workers, threadsPerWorker);
          case CORE -> CorePlacement.place(packages, workers, threadsPerWorker);
          case PU -> PuPlacement.place(packages, workers, threadsPerWorker);
          case NONE -> List.of();
        };
    List<WorkerAffinity> bound = new ArrayList<>();
    for (List<CpuSet> ofWorker : threads) {
      CpuSet cpuset = ofWorker.stream().reduce(CpuSet.empty(), CpuSet::or);
      bound.add(new WorkerAffinity(cpuset, topology.nodesetOf(cpuset), ofWorker));
    }
    return new AffinityPlan(level, bound);
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + "=" + value + ": must be 1 or more");
    }
  }

  private static List<List<CpuSet>> toPackages(
      List<PackageCpus> packages, int workers, int threadsPerWorker) {
    List<List<CpuSet>> threads = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      CpuSet cpuset = packages.get(worker % packages.size()).cpuset();
      threads.add(Collections.nCopies(threadsPerWorker, cpuset));
    }
    return threads;
  }

  public AffinityLevel level() {
    return level;
  }

  /** Returns the binding of each Worker, in the order of the Workers; empty if nothing is bound. */
  public List<WorkerAffinity> workers() {
    return workers;
  }

  /** Returns one line per Worker, such as {@code worker 0: {0-3}: {0} {1} {2} {3}}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("affinity ").append(level);
    for (int i = 0; i < workers.size(); i++) {
      WorkerAffinity worker = workers.get(i);
      text.append("\nworker ").append(i).append(": ").append(worker.cpuset()).append(':');
      worker.threads().forEach(thread -> text.append(' ').append(thread));
    }
    return text.toString();
  }
}
