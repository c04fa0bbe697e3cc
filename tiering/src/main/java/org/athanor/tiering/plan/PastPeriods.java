// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the latest periods that a plan made before them can be tried on. */
final class PastPeriods {
  /** So many are kept: some ten thousand accesses. */
  private static final int MOST = 10;

  private final Namespace namespace;
  private final PlanSettings settings;
  private final Decisions decisions;
  private final BitSet cacheable;
  private final BitSet replicable;
  private final AccessWindows windows = new AccessWindows();
  private final Deque<PastPeriod> kept = new ArrayDeque<>();

  PastPeriods(Namespace namespace, PlanSettings settings, Decisions decisions) {
    this.namespace = namespace;
    this.settings = settings;
    this.decisions = decisions;
    cacheable = decisions.cacheable();
    replicable = decisions.replicable();
  }

  /** A file of the image was read in the current period. */
  void accessed(int file, long millis) {
    windows.add(file, millis);
  }

  /** Ends a period that no plan was made before. */
  void endUnplanned() {
    windows.take();
  }

  /**
   * Ends a period.
   *
   * @param accesses that it had to files of the image, from 1
   * @param onSsd files with a copy on SSD by the plan made before it
   * @param more replicas than usual, by that plan
   */
  void end(long accesses, BitSet onSsd, Map<Integer, Integer> more) {
    Map<Integer, Integer> places = new HashMap<>();
    List<PastPeriod.Layout> layouts = new ArrayList<>();
    List<PastPeriod.Window> all = new ArrayList<>();
    for (AccessWindows.Window window : windows.take()) {
      List<PastPeriod.Read> reads = new ArrayList<>();
      for (int i = 0; i < window.size(); i++) {
        int file = window.file(i);
        Integer place = places.get(file);
        if (place == null) {
          place = layouts.size();
          places.put(file, place);
          layouts.add(layout(file, onSsd, more));
        }
        // Of two logs, an event may be a little earlier than the one before.
        double seconds = Math.max(0, window.millis(i) - window.millis(0)) / 1e3;
        reads.add(new PastPeriod.Read(place, seconds));
      }
      all.add(new PastPeriod.Window(reads));
    }
    kept.add(new PastPeriod(accesses, layouts, all));
    if (kept.size() > MOST) {
      kept.remove();
    }
  }

  private PastPeriod.Layout layout(int file, BitSet onSsd, Map<Integer, Integer> more) {
    StoragePolicy policy = decisions.policy(file);
    StoragePolicy planned = policy;
    if (settings.ssdBytes().isPresent() && cacheable.get(file)) {
      planned = onSsd.get(file) ? StoragePolicy.ONE_SSD : StoragePolicy.HOT;
    }
    int replicas = namespace.files().get(file).replication();
    if (settings.extraReplicaBytes().isPresent() && replicable.get(file)) {
      replicas = settings.replication().usual() + more.getOrDefault(file, 0);
    }
    return new PastPeriod.Layout(namespace.files().get(file), policy, planned, replicas);
  }

  /** The latest periods, the last one at the end. */
  List<PastPeriod> latest() {
    return List.copyOf(kept);
  }
}
