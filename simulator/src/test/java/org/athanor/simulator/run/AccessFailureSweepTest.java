// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.access.AccessPlan.Round;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.mapreduce.Scheduling;
import org.junit.jupiter.api.Test;

/** Fails each node before, at and after each begin and end of an access of clients. */
class AccessFailureSweepTest {
  private static final double NANO = 1e-9;
  private static final int NODES = 4;
  private static final int FILES = 2;

  /** Each node writes two files of three blocks, then reads those of the next one. */
  private static Scenario scenario(int replication) {
    List<Access> writes = new ArrayList<>();
    List<Access> reads = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      for (int file = 0; file < FILES; file++) {
        String path = "/" + node + "/" + file;
        writes.add(new Access.Write(file, node, new FileSpec(path, 110, 40, replication)));
        reads.add(new Access.Read(file, (node + 1) % NODES, path));
      }
    }
    return new Scenario(
        ClusterSpec.ofEqual(Machines.store(8), NODES),
        HdfsRules.stock(),
        new Settings().build(),
        new Scheduling.FairShare(),
        List.of(),
        List.of(),
        1,
        1e-12,
        Failures.none(),
        List.of(new AccessPlan(List.of(new Round(0, writes), new Round(1, reads)))),
        Optional.empty());
  }

  private static List<AccessRecord> run(Scenario scenario) {
    return ClusterRun.run(scenario, job -> {}).accesses();
  }

  private static Set<Double> times(Scenario scenario) {
    Set<Double> times = new TreeSet<>();
    for (AccessRecord access : run(scenario)) {
      times.add(access.startSeconds());
      times.add(access.endSeconds());
      times.add((access.startSeconds() + access.endSeconds()) / 2);
    }
    return times;
  }

  /** With two replicas, only clients of the failed node, and reads of what these wrote, fail. */
  @Test
  void allAccessesEndWheneverANodeFails() {
    Scenario scenario = scenario(2);
    int failures = 0;
    for (double time : times(scenario)) {
      for (double at : new double[] {Math.max(0, time - NANO), time, time + NANO}) {
        for (int node = 0; node < NODES; node++) {
          Scenario failing = scenario.with(Failures.of(new NodeFailure(node, at)));
          List<AccessRecord> ended = run(failing);
          assertThat(ended).as("node %d fails at %.9f", node, at).hasSize(2 * NODES * FILES);
          assertThat(run(failing)).isEqualTo(ended);
          for (AccessRecord access : ended) {
            failures += access.failed() ? 1 : 0;
            boolean isOfNode = access.node() == node;
            boolean readsIt = access.path().startsWith("/" + node + "/");
            if (access.failed() && !isOfNode) {
              assertThat(readsIt).as("%s at %.9f", access, at).isTrue();
              assertThat(access.failure()).isEqualTo("its file could not be written");
            }
            assertThat(access.bytes()).isEqualTo(access.failed() ? 0 : 110);
          }
        }
      }
    }
    assertThat(failures).isPositive();
  }

  /** With one replica, what was on the node is lost, and said to be. */
  @Test
  void accessesSayWhatIsLost() {
    Scenario scenario = scenario(1);
    Set<String> reasons = new TreeSet<>();
    for (double time : times(scenario)) {
      for (AccessRecord access : run(scenario.with(Failures.of(new NodeFailure(2, time))))) {
        reasons.add(access.failure());
      }
    }
    assertThat(reasons)
        .contains("", "its node has failed", "its file could not be written")
        .anyMatch(reason -> reason.startsWith("all replicas of block "));
  }
}
