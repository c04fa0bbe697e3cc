// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.journal.MeasuredCopy;
import org.athanor.scheduler.policy.View;

/**
 * Rates of copies: all bytes of the last {@value #MOST} copies to a region by all of their seconds,
 * so that large ones count most; before the first one, what the file of clusters says. One thread.
 */
final class CopyTimes implements View.Network {
  static final int MOST = 20;

  private final View.Network declared;
  private final ClusterSource clusters;
  private final Map<String, Deque<MeasuredCopy>> byRegion = new HashMap<>();

  /**
   * Makes it.
   *
   * @param declared by the file of clusters
   * @param measured the oldest first
   */
  CopyTimes(View.Network declared, ClusterSource clusters, List<MeasuredCopy> measured) {
    this.declared = declared;
    this.clusters = clusters;
    measured.forEach(this::add);
  }

  void add(MeasuredCopy copy) {
    Deque<MeasuredCopy> last = byRegion.computeIfAbsent(copy.region(), name -> new ArrayDeque<>());
    last.addLast(copy);
    if (last.size() > MOST) {
      last.removeFirst();
    }
  }

  @Override
  public double bytesPerSecond(String from, String to) {
    Deque<MeasuredCopy> last =
        clusters.cluster(to).flatMap(it -> it.traits().region()).map(byRegion::get).orElse(null);
    if (last == null) {
      return declared.bytesPerSecond(from, to);
    }
    return last.stream().mapToDouble(MeasuredCopy::bytes).sum()
        / last.stream().mapToDouble(MeasuredCopy::seconds).sum();
  }

  @Override
  public double remoteReadPart() {
    return declared.remoteReadPart();
  }
}
