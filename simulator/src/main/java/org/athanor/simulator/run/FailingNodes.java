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

/** Lets nodes fail and come back at their times, until the last job or access has ended. */
final class FailingNodes {
  private final Simulation simulation;
  private final FileSystem files;
  private final JobTracker tracker;
  private final Clients clients;
  private final Replication replication;

  /** The next event of each node: its failure, or its return. */
  private final Map<Integer, Integer> eventOfNode = new HashMap<>();

  /** When each node failed, in seconds; infinite if it did not. */
  private final double[] failedAt;

  /** When each node came back, in seconds; infinite if it did not. */
  private final double[] backAt;

  private int failed;
  private int returned;

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
    backAt = failedAt.clone();
    for (NodeFailure failure : failures.nodes()) {
      int node = failure.node();
      eventOfNode.put(node, simulation.after(failure.seconds(), () -> fail(failure)));
    }
  }

  private void fail(NodeFailure failure) {
    int node = failure.node();
    boolean returns = failure.comesBack();
    eventOfNode.remove(node);
    if (returns) {
      double after = failure.backSeconds() - simulation.seconds();
      eventOfNode.put(node, simulation.after(after, () -> comeBack(node)));
    }
    failedAt[node] = simulation.seconds();
    failed++;
    replication.lose(node, files.lose(node, returns));
    tracker.lose(node, returns);
    clients.lose(node);
  }

  private void comeBack(int node) {
    eventOfNode.remove(node);
    backAt[node] = simulation.seconds();
    returned++;
    replication.back(node, files.back(node));
    tracker.back(node);
    clients.back(node);
  }

  /** Nothing fails or comes back any more, and nothing is replicated. */
  void stop() {
    eventOfNode.values().forEach(simulation::cancel);
    eventOfNode.clear();
    replication.stop();
  }

  /** Seconds that each node has worked until a time. */
  double[] lives(double seconds) {
    double[] lives = new double[failedAt.length];
    for (int node = 0; node < lives.length; node++) {
      lives[node] = Math.min(failedAt[node], seconds) + Math.max(0, seconds - backAt[node]);
    }
    return lives;
  }

  Losses losses() {
    return new Losses(
        failed,
        returned,
        tracker.lostAttempts(),
        tracker.repeatedMaps(),
        replication.lostBlocks(),
        replication.bytes());
  }
}
