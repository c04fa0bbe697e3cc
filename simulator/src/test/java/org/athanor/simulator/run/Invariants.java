// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.AttemptRecord.Outcome;
import org.athanor.simulator.mapreduce.JobRecord;

/** What holds for each history. */
final class Invariants {
  private record Change(double seconds, int tasks, AttemptRecord attempt) {}

  private final Scenario scenario;
  private final History history;
  private final List<NodeSpec> nodes;

  private Invariants(Scenario scenario, History history) {
    this.scenario = scenario;
    this.history = history;
    nodes = scenario.cluster().racks().stream().flatMap(rack -> rack.nodes().stream()).toList();
  }

  static void check(Scenario scenario, History history) {
    Invariants invariants = new Invariants(scenario, history);
    invariants.eachJobEndsOnce();
    invariants.eachTaskIsDone();
    invariants.nodesRunNoMoreThanTheirSlots();
    invariants.nothingRunsOnFailedNodes();
    invariants.nothingWorksAboveItsCapacity();
  }

  private void eachJobEndsOnce() {
    assertThat(history.result().jobs().stream().map(job -> job.spec().name()))
        .containsExactlyInAnyOrderElementsOf(scenario.jobs().stream().map(JobSpec::name).toList());
    if (scenario.failures().nodes().isEmpty()) {
      assertThat(history.result().jobs()).allMatch(job -> job.failure().isEmpty());
      assertThat(history.result().losses()).isEqualTo(Losses.NONE);
    }
  }

  private void eachTaskIsDone() {
    int repeated = 0;
    for (JobRecord job : history.result().jobs()) {
      List<AttemptRecord> maps = done(history.maps(job.spec().name()));
      List<AttemptRecord> reduces = done(history.reduces(job.spec().name()));
      Set<Integer> different = new HashSet<>(maps.stream().map(AttemptRecord::task).toList());
      repeated += maps.size() - different.size();
      assertThat(reduces.stream().map(AttemptRecord::task)).doesNotHaveDuplicates();
      if (job.failure().isEmpty()) {
        assertThat(different).hasSize(job.maps());
        assertThat(reduces).hasSize(job.spec().reduces());
        int attempts = history.maps(job.spec().name()).size();
        assertThat(job.nodeLocal() + job.rackLocal() + job.otherRack()).isEqualTo(attempts);
      }
    }
    // Some that are to be repeated may pend when their job fails.
    if (history.result().jobs().stream().allMatch(job -> job.failure().isEmpty())) {
      assertThat(history.result().losses().repeatedMaps()).isEqualTo(repeated);
    }
    assertThat(history.attempts().stream().filter(a -> a.outcome() == Outcome.LOST).count())
        .isEqualTo(history.result().losses().attempts());
  }

  private static List<AttemptRecord> done(List<AttemptRecord> attempts) {
    return attempts.stream().filter(a -> a.outcome() == Outcome.DONE).toList();
  }

  private void nodesRunNoMoreThanTheirSlots() {
    List<Change> changes = new ArrayList<>();
    for (AttemptRecord attempt : history.attempts()) {
      // Those that are killed in the moment of their start need no slot.
      if (attempt.start() < attempt.end()) {
        changes.add(new Change(attempt.start(), 1, attempt));
        changes.add(new Change(attempt.end(), -1, attempt));
      }
    }
    changes.sort(Comparator.comparingDouble(Change::seconds).thenComparingInt(Change::tasks));
    int[][] running = new int[nodes.size()][2];
    for (Change change : changes) {
      AttemptRecord attempt = change.attempt();
      Slots slots = nodes.get(attempt.node()).slots();
      int[] here = running[attempt.node()];
      here[attempt.reduce() ? 1 : 0] += change.tasks();
      assertThat(here[0]).isBetween(0, slots.maps());
      assertThat(here[1]).isBetween(0, slots.reduces());
      assertThat(here[0] + here[1]).isBetween(0, slots.total());
    }
    for (int[] here : running) {
      assertThat(here).containsOnly(0);
    }
  }

  private void nothingRunsOnFailedNodes() {
    for (NodeFailure failure : scenario.failures().nodes()) {
      assertThat(history.attempts())
          .filteredOn(a -> a.node() == failure.node() && a.start() < failure.backSeconds() - 1e-9)
          .allSatisfy(a -> assertThat(a.end()).isLessThanOrEqualTo(failure.seconds() + 1e-9));
    }
  }

  private void nothingWorksAboveItsCapacity() {
    ClusterUse use = history.result().use();
    assertThat(use.processorUse()).isBetween(0.0, 1 + 1e-9);
    use.devices().keySet().forEach(t -> assertThat(use.deviceUse(t)).isBetween(0.0, 1 + 1e-9));
    double cores = 0;
    for (AttemptRecord attempt : history.attempts()) {
      cores += attempt.end() - attempt.start();
    }
    // A task uses one core at most.
    assertThat(use.coreSeconds()).isLessThanOrEqualTo(cores * (1 + 1e-9) + 1e-6);
    assertThat(use.joules()).isNotNaN().isNotNegative();
  }
}
