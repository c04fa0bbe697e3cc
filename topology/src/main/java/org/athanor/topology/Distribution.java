// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Distributes n workers over a tree, with the same results as {@code hwloc_distrib}. Let the
 * objects have the weights (numbers of PUs) w<sub>1</sub>, w<sub>2</sub>, … with the sum W, and let
 * s<sub>i</sub> = ⌈(w<sub>1</sub> + … + w<sub>i</sub>) n / W⌉. Then the i-th object gets
 * s<sub>i</sub> − s<sub>i−1</sub> workers. If an object gets none, its PUs go to the previous
 * worker, so that no PU is unused.
 */
final class Distribution {
  private final int untilDepth;
  private final Topology.Direction direction;
  private final List<CpuSet> result = new ArrayList<>();

  private Distribution(int untilDepth, Topology.Direction direction) {
    this.untilDepth = untilDepth;
    this.direction = direction;
  }

  static List<CpuSet> of(
      List<TopologyObject> roots, int workers, int untilDepth, Topology.Direction direction) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers=" + workers + ": must be 1 or more");
    }
    if (roots.stream().allMatch(root -> root.cpuset().isEmpty())) {
      throw new IllegalArgumentException("roots=" + roots + ": have no PUs for workers");
    }
    Distribution distribution = new Distribution(untilDepth, direction);
    distribution.spread(roots, workers);
    return List.copyOf(distribution.result);
  }

  private void spread(List<TopologyObject> objects, int workers) {
    List<TopologyObject> ordered = new ArrayList<>(objects);
    if (direction == Topology.Direction.REVERSE) {
      Collections.reverse(ordered);
    }
    long sum = ordered.stream().mapToLong(o -> o.cpuset().weight()).sum();
    long before = 0;
    for (TopologyObject object : ordered) {
      int weight = object.cpuset().weight();
      if (weight > 0) {
        long share = ceilDiv((before + weight) * workers, sum) - ceilDiv(before * workers, sum);
        assign(object, (int) share);
        before += weight;
      }
    }
  }

  private void assign(TopologyObject object, int share) {
    TopologyObject normal = object;
    while (!normal.type().isNormal()) {
      normal = normal.parent().orElseThrow();
    }
    if (share > 1 && !normal.children().isEmpty() && normal.depth() < untilDepth) {
      spread(normal.children(), share);
    } else if (share == 0) {
      int last = result.size() - 1;
      result.set(last, result.get(last).or(object.cpuset()));
    } else {
      result.addAll(Collections.nCopies(share, object.cpuset()));
    }
  }

  private static long ceilDiv(long dividend, long divisor) {
    return (dividend + divisor - 1) / divisor;
  }
}
