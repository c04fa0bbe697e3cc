// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out which nodes must stay on, block after block, so that each block of a candidate can be
 * read without those that go off. Its memory does not grow with the number of blocks. One thread.
 *
 * <p>Of the candidates that hold a block of which too little is on other nodes, the last one stays.
 * From then on it counts for the blocks that follow, as it returns into service. Candidates in
 * maintenance are asked about differently: HDFS does not name them as holders of a complete block.
 * If what it names is too little, any of them may hold the rest, and all of them stay.
 */
public final class CoverageTally {
  private final Set<String> leaving;
  private final List<String> candidates;
  private final Set<String> going;
  private final Set<String> unnamed;
  private final Map<String, String> refusals = new HashMap<>();

  /**
   * A part of a block on a node.
   *
   * @param part of an erasure-coded block, its index; of a replicated one, 0
   * @param readable whether the node is in service, and can be read from
   */
  public record Holder(String node, int part, boolean readable) {}

  /**
   * Begins without blocks.
   *
   * @param leaving nodes that do not count
   * @param candidates nodes that shall go off; the first ones rather
   * @param unnamed those of the candidates that may hold blocks of which they are no {@link Holder}
   */
  public CoverageTally(Set<String> leaving, List<String> candidates, Set<String> unnamed) {
    this.leaving = Set.copyOf(leaving);
    this.candidates = List.copyOf(candidates);
    this.going = Set.copyOf(candidates);
    this.unnamed = Set.copyOf(unnamed);
  }

  /**
   * Adds a block.
   *
   * @param file the block is of, for the reason
   * @param holders of its healthy replicas, or parts; nodes are named as the candidates are
   * @param needed so many different parts are enough to read it: 1 of a replicated block
   */
  public void add(String file, Collection<Holder> holders, int needed) {
    Set<Integer> parts = new HashSet<>();
    List<Holder> lost = new ArrayList<>();
    for (Holder holder : holders) {
      boolean candidate = going.contains(holder.node());
      if (refusals.containsKey(holder.node())
          || (holder.readable() && !candidate && !leaving.contains(holder.node()))) {
        parts.add(holder.part());
      } else if (candidate) {
        lost.add(holder);
      }
    }
    for (int i = candidates.size() - 1; i >= 0 && parts.size() < needed && !lost.isEmpty(); i--) {
      String candidate = candidates.get(i);
      boolean helps = false;
      for (Holder holder : lost) {
        helps |= holder.node().equals(candidate) && parts.add(holder.part());
      }
      if (helps) {
        refusals.put(candidate, "without it, " + file + " cannot be read");
      }
    }
    if (parts.size() < needed) {
      for (String candidate : unnamed) {
        refusals.putIfAbsent(candidate, file + " may be only there");
      }
    }
  }

  /** Adds a block that is being written: the writers need all of its nodes. */
  public void addOpen(String file, Collection<String> nodes) {
    for (String node : nodes) {
      if (going.contains(node)) {
        refusals.putIfAbsent(node, file + " is being written there");
      }
    }
  }

  /** Whether all candidates must stay: no further block can change that. */
  public boolean isOver() {
    return refusals.size() == candidates.size();
  }

  /** Why candidates must stay. */
  public Map<String, String> refusals() {
    return Map.copyOf(refusals);
  }
}
