// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.athanor.scheduler.policy.View;

/**
 * Rates of copies between clusters: the lower one of the two networks, or {@value #UNKNOWN} bytes
 * per second if neither is given. A job that reads its input from another cluster is taken to wait
 * for all of it.
 */
final class CopyRates implements View.Network {
  /** A rate that no job wants. */
  static final double UNLIMITED = 1e18;

  private static final double UNKNOWN = 100e6;

  private final Map<String, Cluster> clusters;

  CopyRates(Collection<Cluster> clusters) {
    this.clusters = clusters.stream().collect(Collectors.toMap(Cluster::name, Function.identity()));
  }

  @Override
  public double bytesPerSecond(String from, String to) {
    double rate = Math.min(rate(from), rate(to));
    return rate == UNLIMITED ? UNKNOWN : rate;
  }

  private double rate(String cluster) {
    Cluster known = clusters.get(cluster);
    return known == null ? UNLIMITED : known.traits().networkBytesPerSecond().orElse(UNLIMITED);
  }

  @Override
  public double remoteReadPart() {
    return 1;
  }
}
