// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import java.util.function.Function;

/**
 * A run over time, in at most {@value TimeBuckets#BUCKETS} buckets from its beginning to its end.
 *
 * @param bucketSeconds width of a bucket: an eighth of a second times a power of two
 * @param endSeconds of the run, in the last bucket
 * @param nodes each node of a cluster of at most {@value TimelineRecorder#MOST_NODES}; otherwise
 *     one element for all nodes together
 */
public record Timeline(double bucketSeconds, double endSeconds, List<NodeTimeline> nodes) {

  public Timeline {
    nodes = List.copyOf(nodes);
  }

  /** Number of buckets. */
  public int buckets() {
    return nodes.get(0).coreSeconds().size();
  }

  /** The seconds of the run that a bucket has: its width, but in the last bucket less. */
  public double seconds(int bucket) {
    return end(bucket) - bucket * bucketSeconds;
  }

  /** The end of a bucket in seconds since the beginning, or the end of the run. */
  public double end(int bucket) {
    return Math.min((bucket + 1) * bucketSeconds, endSeconds);
  }

  /** The amounts of all nodes in a bucket. */
  public double sum(int bucket, Function<NodeTimeline, List<Double>> amounts) {
    return nodes.stream().mapToDouble(node -> amounts.apply(node).get(bucket)).sum();
  }
}
