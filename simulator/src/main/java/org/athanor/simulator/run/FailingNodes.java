// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.athanor.simulator.access.Clients;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.Replication;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.mapreduce.JobTracker;

/** Lets nodes fail at their times, until the last job or access has ended. */
final class FailingNodes {
  private final Simulation simulation;
  private final FileSystem files;
  private final JobTracker tracker;
  private final Clients clients;
  private final Replication replication;
  private final Map<Integer, Integer> eventOfNode = new HashMap<>();

  /** When each node failed, in seconds; infinite if it did not. */
  private final double[] failedAt;

  private int failed;

  FailingNodes(
      Failures failures,
      Simulation simulation,
      Cluster cluster,
      FileSystem files,
      JobTracker tracker,
      Clients clients) {
    this.simulation = simulation;
    this.files = files;
    this.tracker = tracker;
    this.clients = clients;
    replication =
        new Replication(
            simulation, cluster, files, failures.deadAfterSeconds(), failures.streams());
    failedAt = new double[cluster.nodes()];
    Arrays.fill(failedAt, Double.POSITIVE_INFINITY);
    for (NodeFailure failure : failures.nodes()) {
      int node = failure.node();
      eventOfNode.put(node, simulation.after(failure.seconds(), () -> fail(node)));
    }
  }

  private void fail(int node) {
    eventOfNode.remove(node);
    failedAt[node] = simulation.seconds();
    failed++;
    replication.lose(node, files.lose(node));
    tracker.lose(node);
    clients.lose(node);
  }

  /** Nothing fails any more, and nothing is replicated. */
  void stop() {
    eventOfNode.values().forEach(simulation::cancel);
    eventOfNode.clear();
    replication.stop();
  }

  /** Seconds that each node has worked until a time. */
  double[] lives(double seconds) {
    return Arrays.stream(failedAt).map(at -> Math.min(at, seconds)).toArray();
  }

  Losses losses() {
    return new Losses(
        failed,
        tracker.lostAttempts(),
        tracker.repeatedMaps(),
        replication.lostBlocks(),
        replication.bytes());
  }
}
