// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.athanor.engine.run.Run;

/**
 * The sorted runs of some partitions and which of them to merge before the reduces: a reduce reads
 * one buffer for each run that has blocks on disk, and has so many buffers and no more. Runs that
 * are all in memory cost it none. Guarded by the lock of its {@link WorkerJob}.
 */
final class JobMapOutputs {
  private final int width;
  private final List<Run> ready = new ArrayList<>();
  private final List<List<Run>> merging = new ArrayList<>();
  private List<Run> all; // a copy of ready that all reduces share; null when ready has changed

  /**
   * @param width how many runs with blocks on disk can be read at once
   */
  JobMapOutputs(int width) {
    this.width = width;
  }

  void add(List<Run> runs) {
    ready.addAll(runs);
    all = null;
  }

  /**
   * Picks runs for a merge, which must be answered with {@link #merged} or {@link #mergeFailed}.
   *
   * @param last whether no more runs will come: then as many are merged as must be, else only a
   *     full width
   * @return the runs, smallest first, or an empty list if there is nothing to merge
   */
  List<Run> nextMerge(boolean last) {
    List<Run> onDisk = new ArrayList<>(ready);
    onDisk.removeIf(run -> !run.hasBlocksOnDisk());
    int excess = onDisk.size() + merging.size() - width;
    if (excess <= 0 || (!last && onDisk.size() < 2 * width)) {
      return List.of();
    }
    onDisk.sort(Comparator.comparingLong(Run::spilledBytes));
    List<Run> chosen =
        List.copyOf(
            onDisk.subList(0, Math.min(onDisk.size(), last ? Math.min(width, excess + 1) : width)));
    if (chosen.size() < 2) {
      return List.of();
    }
    ready.removeAll(chosen);
    all = null;
    merging.add(chosen);
    return chosen;
  }

  void merged(List<Run> from, Run to) {
    merging.remove(from);
    from.forEach(Run::release);
    ready.add(to);
    all = null;
  }

  void mergeFailed(List<Run> from) {
    ready.addAll(from);
    merging.remove(from);
    all = null;
  }

  boolean isMerging() {
    return !merging.isEmpty();
  }

  List<Run> all() {
    if (all == null) {
      all = List.copyOf(ready);
    }
    return all;
  }

  /** Gives all memory back; no operation of the job may be running. */
  void release() {
    ready.forEach(Run::release);
    ready.clear();
    merging.forEach(runs -> runs.forEach(Run::release));
    merging.clear();
    all = null;
  }
}
